import { useRevalidator } from 'react-router'
import type { Call } from '#domain/calls.ts'
import { STEP_LABELS } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { OrderStep } from '#domain/exchange/steps.ts'
import { call } from '#web/client.ts'
import type { StepProps } from '#web/features/exchange/orders/step-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

const CALLS = {
  handover: 'POST /api/orders/:id/handover',
  undoHandover: 'DELETE /api/orders/:id/handover',
  deliver: 'PUT /api/orders/:id/deliver',
  undoDeliver: 'DELETE /api/orders/:id/deliver',
  undoPay: 'DELETE /api/orders/:id/pay',
  conclude: 'POST /api/orders/:id/conclude',
  withdrawProblem: 'DELETE /api/orders/:id/problem',
} as const satisfies Partial<Record<OrderStep, Call>>
type SimpleStep = 'accept' | keyof typeof CALLS

/** Accepting sends the terms that the viewer has seen. */
const take = (step: SimpleStep, { _id: id, terms: { val, euro } }: OrderView) =>
  step === 'accept'
    ? call('POST /api/orders/:id/accept', { params: { id }, body: { val, euro } })
    : call(CALLS[step], { params: { id } })

type Props = StepProps & { step: SimpleStep; onFailure: (message: string | undefined) => void }

/** A step without a dialog. Reloads the order also on failure: the other party may have changed it. */
export const StepButton = ({ order, step, kind, onFailure }: Props) => {
  const { revalidate } = useRevalidator()
  const { busy, run } = useAction(async () => {
    onFailure(undefined)
    await take(step, order).catch((error: Error) => onFailure(error.message))
    await revalidate()
  })
  return (
    <Button kind={kind} onClick={run} disabled={busy}>
      {busy ? 'Un momento…' : STEP_LABELS[step]}
    </Button>
  )
}
