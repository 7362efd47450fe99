import { useRevalidator } from 'react-router'
import type { Call } from '#domain/calls.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { canTakeStep, type OrderStep } from '#domain/exchange/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

const CALLS = {
  pay: 'PUT /api/orders/:id/pay',
  undoPay: 'DELETE /api/orders/:id/pay',
  deliver: 'PUT /api/orders/:id/deliver',
  undoDeliver: 'DELETE /api/orders/:id/deliver',
  conclude: 'POST /api/orders/:id/conclude',
} as const satisfies Partial<Record<OrderStep, Call>>

type Props = { order: OrderView; step: keyof typeof CALLS; kind?: 'filled' | 'outlined'; children: string }

/** The button of a step, if the viewer may take it now. Reloads the order also on failure: the other party may have changed it. */
export const StepButton = ({ order, step, kind, children }: Props) => {
  const { revalidate } = useRevalidator()
  const viewer = useOrderViewer()
  const { busy, outcome, run } = useAction(async () => {
    try {
      await call(CALLS[step], { params: { id: order._id } })
    } finally {
      await revalidate()
    }
  })
  const isOffered = canTakeStep(step, order, viewer, new Date())
  return (
    <>
      <Outcome {...outcome} />
      {isOffered && (
        <Button kind={kind} onClick={run} disabled={busy}>
          {busy ? 'Un momento…' : children}
        </Button>
      )}
    </>
  )
}
