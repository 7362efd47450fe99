import { dative } from '#domain/accounts/names.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { closeLabel } from '#domain/exchange/order-page-texts.ts'
import { partyName } from '#domain/exchange/order-texts.ts'
import { hasMovedVal, MAX_CANCEL_REASON, otherParty } from '#domain/exchange/orders.ts'
import { ringWarning } from '#domain/exchange/rings.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { StepDialog, type StepProps } from '#web/features/exchange/orders/step-dialog.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'

/** Closes a request with a reason for the other party; the payee gives back VAL that were transferred. */
export const CloseRequest = ({ order, kind }: StepProps) => {
  const viewerId = useOrderViewer()?.id ?? ''
  const other = partyName(order, otherParty(order, viewerId))
  const label = closeLabel(order, viewerId)
  const isGivenBack = hasMovedVal(order)
  const isAnswer = order.state === 'sent' && order.turn === viewerId
  const back = isGivenBack ? `I VAL tornano ${dative(other)}, tutti insieme. ` : ''
  const told = order.ring ? `${ringWarning(order.ringMembers)} Avvisiamo tutti.` : `Avvisiamo ${other}.`
  const stock = order.agreedAt && order.giver ? ' Quello che era messo da parte torna disponibile.' : ''
  const close = (data: FormData, proof: Proof) => {
    const body = { reason: String(data.get('reason') ?? ''), ...proof }
    return call('POST /api/orders/:id/cancel', { params: { id: order._id }, body })
  }
  return (
    <StepDialog
      button={label}
      kind={kind}
      title={isAnswer ? 'Rispondere di no?' : `${label}?`}
      text={`${back}${told}${stock} Una richiesta chiusa non si riapre: se serve, se ne manda un’altra.`}
      label="Chiusura"
      submit={label}
      busy={isGivenBack ? 'Restituisco: può volerci qualche secondo…' : 'Chiudo…'}
      danger={!isAnswer}
      step={close}
      expense={isGivenBack && order.payment ? { payee: order.payer ?? '', amount: order.payment.amount } : undefined}
    >
      <TextAreaField
        label="Motivo"
        name="reason"
        maxLength={MAX_CANCEL_REASON}
        hint={`Lo legge ${other}.`}
        optional
        rows={3}
      />
    </StepDialog>
  )
}
