import { useState } from 'react'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen, isParty } from '#domain/exchange/orders.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

// Values of `resp_code`: see MailingAnswer.
const ALREADY_SENT = 1

/** Sends the other party one reminder by mail while a step is due. */
export const Reminder = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  const [message, setMessage] = useState<string>()
  const { busy, outcome, run } = useAction(async () => {
    const { resp_code } = await call('POST /api/orders/notifications/', { body: { _id: order._id } })
    setMessage(resp_code === ALREADY_SENT ? 'Il promemoria era già stato inviato.' : 'Promemoria inviato.')
  })
  if (message) return <Alert tone="success">{message}</Alert>
  if (!isOpen(order) || order.notified || !isParty(order, viewer)) return null
  return (
    <>
      <Outcome {...outcome} />
      <Button kind="plain" onClick={run} disabled={busy}>
        {busy ? 'Invio…' : `Manda un promemoria a ${viewer?.id === order.seller ? order.user.name : order.sellerName}`}
      </Button>
    </>
  )
}
