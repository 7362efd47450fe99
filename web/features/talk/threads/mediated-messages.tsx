import { useCallback, useEffect, useState } from 'react'
import type { MessageView } from '#domain/talk/threads.schema.ts'
import { call } from '#web/client.ts'
import { MessageList } from '#web/features/talk/threads/message-list.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Loaded } from '#web/ui/state/loaded.tsx'
import styles from './threads.module.css'

type Props = { orderId: string; owner: string; nameOf: (sender: string) => string }

/** The messages of a request with a problem, for the admin who mediates. */
export const MediatedMessages = ({ orderId, owner, nameOf }: Props) => {
  const [messages, setMessages] = useState<Promise<MessageView[]>>()
  const load = useCallback(
    () => setMessages(call('GET /api/orders/:id/messages', { params: { id: orderId } })),
    [orderId],
  )
  useEffect(load, [load])
  return (
    <Panel
      id="messaggi"
      title="I loro messaggi"
      lead="Li leggi perché in questa richiesta l’associazione fa da tramite."
    >
      {messages && (
        <Loaded data={messages} onRetry={load}>
          {(loaded) =>
            loaded.length > 0 ? (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
              <div className={styles.log} role="log" aria-label="I loro messaggi" tabIndex={0}>
                <MessageList messages={loaded} own={owner} nameOf={nameOf} readOnly />
              </div>
            ) : (
              <p className={styles.hint}>Non si sono scritti messaggi.</p>
            )
          }
        </Loaded>
      )}
    </Panel>
  )
}
