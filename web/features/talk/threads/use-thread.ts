import { useCallback, useEffect, useState } from 'react'
import type { MessageView, ThreadView } from '#domain/talk/threads.schema.ts'
import { call, callInBackground } from '#web/client.ts'
import { useLive } from '#web/lib/live.ts'
import { useAttempt } from '#web/lib/use-attempt.ts'

const byTime = (one: MessageView, other: MessageView) => (one.at + one._id < other.at + other._id ? -1 : 1)

/** Both lists in order, each message once. */
const merge = (one: MessageView[], other: MessageView[]): MessageView[] =>
  [...new Map([...one, ...other].map((message) => [message._id, message])).values()].toSorted(byTime)

/** The messages of a thread, with those that arrive; reading them marks them as read. */
export const useThread = (thread: ThreadView) => {
  const id = thread._id
  const [messages, setMessages] = useState(thread.messages)
  const attempt = useAttempt()
  const [pagesShown, setPagesShown] = useState(1)
  const add = useCallback((more: MessageView[]) => setMessages((known) => merge(known, more)), [])

  /** Not while nobody is looking, because it marks the messages as read. */
  const refresh = useCallback(async () => {
    if (document.visibilityState !== 'visible') return
    const read = callInBackground('GET /api/threads/:id', { params: { id }, query: { p: 1 } })
    const newest = await read.catch(() => undefined)
    if (newest) add(newest.messages)
  }, [id, add])

  useLive(({ event, data }) => {
    if (event === 'message' && data.thread === id) {
      add([data])
      void refresh()
    }
    if (event === 'reset') void refresh()
  })
  useEffect(() => {
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [refresh])

  const showOlder = async () => {
    const older = await call('GET /api/threads/:id', { params: { id }, query: { p: pagesShown + 1 } })
    add(older.messages)
    setPagesShown((shown) => shown + 1)
  }
  const send = async (text: string) => {
    const headers = attempt.headersFor(text)
    add([await call('POST /api/threads/:id/messages', { params: { id }, body: { text }, headers })])
    attempt.end()
  }
  return { messages, hasOlder: pagesShown < thread.pages, showOlder, send }
}
