import { useCallback, useEffect, useState } from 'react'
import type { MessageView, ThreadView } from '#domain/talk/threads.schema.ts'
import { call, callInBackground } from '#web/client.ts'
import { merge, type ShownMessages, withNewest } from '#web/features/talk/threads/shown-messages.ts'
import { useLive } from '#web/lib/live.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'

/** The messages of a thread, updated by the event stream; loading them marks them as read. */
export const useThread = (thread: ThreadView) => {
  const id = thread._id
  const [{ messages, next }, setShown] = useState<ShownMessages>(thread)
  const attempt = useAttempt()
  const add = (message: MessageView) => setShown((shown) => ({ ...shown, messages: merge(shown.messages, [message]) }))

  /** Does nothing while the page is hidden, because loading marks the messages as read. */
  const refresh = useCallback(async () => {
    if (document.visibilityState !== 'visible') return
    const read = callInBackground('GET /api/threads/:id', { params: { id }, query: { p: 1 } })
    const newest = await read.catch(() => undefined)
    if (newest) setShown((shown) => withNewest(shown, newest))
  }, [id])

  useLive(({ event, data }) => {
    if (event === 'message' && data.thread === id) {
      add(data)
      void refresh()
    }
    if (event === 'reset') void refresh()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [refresh])

  /** Loads older messages; returns a function that shows them. */
  const loadOlder = async (before: number) => {
    const older = await call('GET /api/threads/:id', { params: { id }, query: { before } })
    return () => setShown((shown) => ({ messages: merge(older.messages, shown.messages), next: older.next }))
  }
  const send = async (text: string) => {
    const headers = attempt.headersFor(text)
    add(await call('POST /api/threads/:id/messages', { params: { id }, body: { text }, headers }))
    attempt.end()
  }
  return { messages, next, loadOlder, send }
}
