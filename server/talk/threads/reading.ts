import type { Member } from '#domain/accounts/access.ts'
import type { ThreadPageQuery } from '#domain/talk/threads.schema.ts'
import { threadPath } from '#domain/talk/threads.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Notice, Notices } from '#server/talk/notices/service.ts'
import { nameRef } from '#server/talk/references/references.ts'
import type { StreamPublisher } from '#server/talk/stream/service.ts'
import type { ThreadHooks } from '#server/talk/threads/hooks.ts'
import { threadKey, titleOf } from '#server/talk/threads/mails.ts'
import type { MessageRow, ThreadRow, ThreadsStore } from '#server/talk/threads/store.ts'

type Parts = { store: ThreadsStore; notices: Notices; stream: StreamPublisher; hooks: Pick<ThreadHooks, 'members'> }
type Messages = { rows: MessageRow[]; total: number }
const NEWEST: ThreadPageQuery = { p: 1, before: undefined }

export const otherOf = ({ askerId, ownerId }: ThreadRow, { id }: Pick<Member, 'id'>) =>
  askerId === id ? ownerId : askerId

/** Tells a member of a thread what the other has written. */
export const messageNotice = (thread: ThreadRow, member: string): Notice => ({
  member,
  kind: 'message',
  text: `${nameRef(otherOf(thread, { id: member }))} ti ha scritto: «${titleOf(thread)}»`,
  link: threadPath(thread.id),
  key: threadKey(thread.id),
})

/** What a member has read of a thread. */
export const makeThreadReading = ({ store, notices, stream, hooks: { members } }: Parts) => ({
  /**
   * Marks the thread as read and returns the newest messages. They are selected after the thread is locked, so that no message
   * is marked without being returned. If the request was aborted, the transaction rolls back.
   */
  newest: (id: string, viewer: Member, signal: AbortSignal): Promise<Messages> =>
    store.transaction(async (tx) => {
      await members.contacts(tx, [viewer.id])
      // Without unread messages there is no unseen notice.
      if (await store.markRead(tx, id, viewer.id)) {
        stream.publish(tx, [viewer.id], 'read', { thread: id })
        await notices.markRead(tx, viewer.id, threadKey(id))
      }
      const messages = { rows: await store.messages(id, NEWEST, tx), total: await store.countMessages(id, tx) }
      signal.throwIfAborted()
      return messages
    }),

  async older(id: string, query: ThreadPageQuery): Promise<Messages> {
    const [rows, total] = await Promise.all([store.messages(id, query), store.countMessages(id)])
    return { rows, total }
  },

  /**
   * Who answers by mail has read what was mailed. What came later stays unread, and is mailed again. The caller has locked both
   * members and the thread.
   */
  async markMailed(tx: Queries, thread: ThreadRow, viewer: Member): Promise<void> {
    const key = threadKey(thread.id)
    const mailed = await notices.mailedMessages(tx, viewer.id, key)
    if (mailed === undefined) return
    await notices.markRead(tx, viewer.id, key)
    const unread = await store.markReadTo(tx, thread.id, viewer.id, mailed)
    if (unread === 0) stream.publish(tx, [viewer.id], 'read', { thread: thread.id })
    else await notices.tell(tx, messageNotice(thread, viewer.id))
  },
})
