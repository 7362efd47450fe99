import { useState } from 'react'
import { dative } from '#domain/accounts/names.ts'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { partyName } from '#domain/exchange/order-texts.ts'
import type { MailingAnswer, OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen, isParty, otherParty } from '#domain/exchange/orders.ts'
import { turnOf } from '#domain/exchange/steps.ts'
import { call } from '#web/client.ts'
import { useOrderViewer } from '#web/features/exchange/orders/order-viewer.ts'
import { isActing } from '#web/lib/session/acting.ts'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/state/alert.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

/** What became of the reminder. Values of `resp_code`: see MailingAnswer. */
const Reminded = ({ resp_code, byDesk }: MailingAnswer) => {
  if (resp_code === 2) return <Alert tone="success">Promemoria inviato.</Alert>
  if (resp_code === 1) return <Alert tone="notice">Hai già chiesto un promemoria per questa richiesta.</Alert>
  return <Alert tone="notice">{byDesk ? ORDER_MESSAGES.toldByDesk : ORDER_MESSAGES.reminderNotSent}</Alert>
}

/** Sends the other party one reminder while a step is due from it: by mail, or through the desk. */
export const Reminder = ({ order }: { order: OrderView }) => {
  const viewer = useOrderViewer()
  const [answer, setAnswer] = useState<MailingAnswer>()
  const { busy, outcome, run } = useAction(async () =>
    setAnswer(await call('POST /api/orders/notifications/', { body: { _id: order._id } })),
  )
  if (answer) return <Reminded {...answer} />
  if (!viewer || !isOpen(order) || order.notified || !isParty(order, viewer) || isActing()) return null
  // Who is awaited would remind the other of nothing, and use up their only reminder.
  if (turnOf(order) === viewer.id) return null
  const otherId = otherParty(order, viewer.id)
  const name = partyName(order, otherId)
  const label = order.atDesk.includes(otherId)
    ? `Chiedi allo sportello di avvisare ${name}`
    : `Manda un promemoria ${dative(name)}`
  return (
    <>
      <Outcome {...outcome} />
      <Button kind="plain" onClick={run} disabled={busy}>
        {busy ? 'Invio…' : label}
      </Button>
    </>
  )
}
