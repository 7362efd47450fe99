import { useRevalidator } from 'react-router'
import type { OrderView } from '#domain/orders.schema.ts'
import { canTakeStep, type OrderStep } from '#domain/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/orders/order-viewer.ts'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

type Props = { order: OrderView; step: Exclude<OrderStep, 'remove'>; children: string }

/** The button of a step, if the viewer may take it now. Reloads the order also on failure: the other party may have changed it. */
export const StepButton = ({ order, step, children }: Props) => {
  const { revalidate } = useRevalidator()
  const viewer = useOrderViewer()
  const { busy, outcome, run } = useAction(async () => {
    try {
      await call(`PUT /api/orders/:id/${step}`, { params: { id: order._id } })
    } finally {
      await revalidate()
    }
  })
  const isOffered = canTakeStep(step, order, viewer)
  return (
    <>
      <Outcome {...outcome} />
      {isOffered && (
        <div>
          <Button onClick={run} disabled={busy}>
            {busy ? 'Un momento…' : children}
          </Button>
        </div>
      )}
    </>
  )
}
