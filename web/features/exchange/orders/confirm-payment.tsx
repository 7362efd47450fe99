import { coveredText, partyName, STEP_LABELS } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { hasMovedVal } from '#domain/exchange/orders.ts'
import { call } from '#web/client.ts'
import { StepDialog, type StepProps } from '#web/features/exchange/orders/step-dialog.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'

/** What the payee should know before confirming. */
const notesOf = (order: OrderView): string[] => {
  const payer = partyName(order, order.payer)
  return [
    ...(order.terms.euro > 0 ? [`Gli euro te li dà ${payer} di persona: conferma quando li hai.`] : []),
    ...(order.terms.val > 0 && !hasMovedVal(order)
      ? ['I VAL non sono passati da questa pagina: conferma solo se li hai avuti in un altro modo.']
      : []),
    ...(order.state === 'sent' ? ['Così dici anche di sì alla richiesta.'] : []),
  ]
}

const confirm = ({ _id: id, terms: { val, euro } }: OrderView) =>
  call('PUT /api/orders/:id/pay', { params: { id }, body: { val, euro } })

/** Says what the confirmation covers before the payee confirms. */
export const ConfirmPayment = ({ order, kind }: StepProps) => (
  <StepDialog
    button={STEP_LABELS.pay}
    kind={kind}
    title="Hai ricevuto tutto?"
    text={
      <>
        <p>
          <strong>
            <WithAmounts>{coveredText(order)}</WithAmounts>
          </strong>
        </p>
        {notesOf(order).map((note) => (
          <p key={note}>{note}</p>
        ))}
      </>
    }
    label="Conferma del pagamento"
    submit="Sì, conferma"
    busy="Un momento…"
    step={() => confirm(order)}
  />
)
