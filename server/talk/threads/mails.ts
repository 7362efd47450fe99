import { threadPath } from '#domain/talk/threads.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { DueNotice, QuotingMail } from '#server/talk/notices/service.ts'
import { listingRef, messageRef, nameRef, orderRef } from '#server/talk/references/references.ts'
import type { ThreadsStore, ThreadTitle } from '#server/talk/threads/store.ts'

const QUOTED_AT_MOST = 10

const KEY = 'thread:'
/** The key of the notice of a thread's unread messages. */
export const threadKey = (threadId: string): string => KEY + threadId
const threadOf = ({ key }: DueNotice): string => key?.slice(KEY.length) ?? ''

/** What a conversation is about: the present title of the listing, or what was requested. */
export const titleOf = ({ orderId, listingId, title }: ThreadTitle): string => {
  if (orderId) return orderRef(orderId)
  return listingId ? listingRef(listingId) : title
}

/** Renders the mail of unread messages; returns undefined if all of them were withheld. */
export const makeMessageMail =
  (store: ThreadsStore) =>
  async (tx: Queries, notice: DueNotice): Promise<QuotingMail | undefined> => {
    const threadId = threadOf(notice)
    const unread = await store.unread(tx, threadId, notice.memberId, QUOTED_AT_MOST)
    const [first] = unread
    if (!first) return undefined
    const [from, title] = [nameRef(first.fromId), titleOf(first)]
    return {
      newest: unread.at(-1)?.number,
      content: {
        subject: `${from} ti ha scritto: «${title}»`,
        greeting: `Ciao ${notice.shownName},`,
        paragraphs: [`${from} ti scrive a proposito di «${title}»:`, ...unread.map(({ id }) => messageRef(id))],
        action: { label: 'Rispondi', path: threadPath(threadId) },
      },
      quotes: unread.map(({ id }) => id),
    }
  }
