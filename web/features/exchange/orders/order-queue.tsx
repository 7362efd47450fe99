import { useEffect, useState } from 'react'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { isOpen } from '#domain/exchange/orders.ts'
import type { QueueView } from '#domain/exchange/reservations.schema.ts'
import { placeInQueue } from '#domain/exchange/reservations.ts'
import { call } from '#web/client.ts'
import { useUserInfo } from '#web/lib/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Outcome } from '#web/ui/state/outcome.tsx'
import { useAction } from '#web/ui/state/use-action.ts'

const waitingText = (others: number): string => {
  if (others === 0) return 'Per ora nessun altro lo chiede.'
  return others === 1 ? 'Un’altra richiesta aspetta.' : `Altre ${others} richieste aspettano.`
}

const ownerText = ({ state, others }: QueueView): string => {
  if (state === 'this') return `È riservato a questa richiesta. ${waitingText(others)}`
  return `${state === 'other' ? 'È riservato a un’altra richiesta.' : 'Non è riservato a nessuno.'} ${waitingText(others)}`
}

const requesterText = ({ state, place }: QueueView): string =>
  state === 'this'
    ? 'È riservato a te: mettetevi d’accordo.'
    : `È riservato a un’altra persona${place ? `: sei ${placeInQueue(place)}` : ''}. Se si libera te lo diciamo.`

/** Whether the listing is reserved for this request. The owner can reserve it; requesters see their position in the queue. */
export const OrderQueue = ({ order }: { order: OrderView }) => {
  const isOwner = useUserInfo()?._id === order.seller
  const [queue, setQueue] = useState<QueueView>()
  const params = { id: order._id }
  const canWait = isOpen(order) && order.kind !== 'avviso'
  const { busy, outcome, run } = useAction(async (isReserved: boolean) => {
    const { message } = await call(isReserved ? 'PUT /api/orders/:id/reserve' : 'DELETE /api/orders/:id/reserve', {
      params,
    })
    setQueue(await call('GET /api/orders/:id/queue', { params }))
    return message
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the order changes
  useEffect(() => {
    if (!canWait) return
    const abort = new AbortController()
    call('GET /api/orders/:id/queue', { params, signal: abort.signal }).then(setQueue, () => undefined)
    return () => abort.abort()
  }, [order])
  if (!canWait || !queue || (!isOwner && queue.state === 'free')) return null
  return (
    <Panel id="riserva" title="Riservato">
      <p>{isOwner ? ownerText(queue) : requesterText(queue)}</p>
      {isOwner && (
        <div>
          {queue.state === 'this' ? (
            <Button kind="outlined" disabled={busy} onClick={() => void run(false)}>
              Togli la riserva
            </Button>
          ) : (
            <Button kind="outlined" disabled={busy} onClick={() => void run(true)}>
              Riserva a questa richiesta
            </Button>
          )}
        </div>
      )}
      <Outcome {...outcome} />
    </Panel>
  )
}
