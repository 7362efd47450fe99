import { formatPrice } from '#domain/base/money.ts'
import { partyName, STEP_LABELS } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { MAX_REQUEST_MESSAGE, otherParty } from '#domain/exchange/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { StepDialog, type StepProps } from '#web/features/exchange/orders/step-dialog.tsx'
import { SumFields, sumIn, typedSum } from '#web/features/exchange/orders/sum-fields.tsx'
import { FormError } from '#web/ui/form/form-state.ts'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

/** The most that the owner of a «Cerco» pays; other requests have no limit. */
const ceilingOf = ({ kind, itemsPriceVal, itemsPriceEuro }: OrderView) =>
  kind === 'cerco' ? { val: itemsPriceVal, euro: itemsPriceEuro } : undefined

/** Proposes another sum, which the other party accepts or answers. */
export const ProposeSum = ({ order, kind }: StepProps) => {
  const other = partyName(order, otherParty(order, useOrderViewer()?.id ?? ''))
  const { terms } = order
  const ceiling = ceilingOf(order)
  const propose = async (data: FormData) => {
    const sum = sumIn(data, ceiling)
    if (sum.val === terms.val && sum.euro === terms.euro)
      throw new FormError('È la somma di adesso: scrivi quella che proponi.')
    const body = { ...sum, message: String(data.get('message') ?? '') }
    await call('POST /api/orders/:id/propose', { params: { id: order._id }, body })
  }
  return (
    <StepDialog
      button={STEP_LABELS.propose}
      kind={kind}
      title={STEP_LABELS.propose}
      text={
        <p>
          Adesso: <strong>{formatPrice(terms)}</strong>
          {ceiling && ` (chi cerca arriva fino a ${formatPrice(ceiling)})`}. La nuova somma vale quando {other} la
          accetta.
        </p>
      }
      label="Proposta"
      submit="Invia la proposta"
      busy="Invio…"
      step={propose}
    >
      <SumFields legend="La tua proposta" sum={typedSum(terms)} ceiling={ceiling} />
      <TextAreaField
        label={`Messaggio per ${other}`}
        name="message"
        maxLength={MAX_REQUEST_MESSAGE}
        optional
        rows={2}
      />
    </StepDialog>
  )
}
