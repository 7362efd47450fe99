import { useCallback, useEffect, useState } from 'react'
import type { ThreadView } from '#domain/talk/threads.schema.ts'
import { call } from '#web/client.ts'
import { Conversation } from '#web/features/talk/threads/conversation.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'

const openThread = async (orderId: string): Promise<ThreadView> => {
  const { _id: id } = await call('POST /api/threads', { body: { order: orderId } })
  return call('GET /api/threads/:id', { params: { id } })
}

/** The conversation of a request, for its two parties; `name` is that of the other one. */
export const OrderThread = ({ orderId, name }: { orderId: string; name: string }) => {
  const [thread, setThread] = useState<Promise<ThreadView>>()
  const load = useCallback(() => setThread(openThread(orderId)), [orderId])
  useEffect(load, [load])
  return (
    <Panel id="messaggi" title="Messaggi">
      {thread && (
        <Loaded data={thread} onRetry={load}>
          {(loaded) => <Conversation key={loaded._id} thread={loaded} name={name} isShort />}
        </Loaded>
      )}
    </Panel>
  )
}
