import { dative } from '#domain/accounts/names.ts'
import type { Proof } from '#domain/accounts/passkeys.schema.ts'
import { formatPrice } from '#domain/base/money.ts'
import { partyName, stillDue } from '#domain/exchange/order-texts.ts'
import { call } from '#web/client.ts'
import { StepDialog, type StepProps } from '#web/features/exchange/orders/step-dialog.tsx'
import { useAttempt } from '#web/lib/use-attempt.ts'

/** Lets the payer transfer the VAL of the request. */
export const TransferLater = ({ order, kind }: StepProps) => {
  const attempt = useAttempt()
  const { val, euro } = order.terms
  const amount = formatPrice({ val })
  const payee = partyName(order, order.payee)
  const transfer = async (_: FormData, proof: Proof) => {
    await call('POST /api/orders/:id/transfer', {
      params: { id: order._id },
      headers: attempt.headersFor(order._id),
      body: { expected: { val, euro }, ...proof },
    })
    // A new key for the next attempt, in case this transfer fails later.
    attempt.end()
  }
  return (
    <StepDialog
      button={`Trasferisci ${amount}`}
      kind={kind}
      title={`Trasferire ${amount}?`}
      text={`I VAL passano subito dal tuo portafoglio a quello di ${payee}.${stillDue(euro)}`}
      label="Trasferimento"
      submit={`Trasferisci ${amount} ${dative(payee)}`}
      busy="Trasferisco: può volerci qualche secondo…"
      step={transfer}
      expense={{ payee: order.payee ?? '', amount: val }}
    />
  )
}
