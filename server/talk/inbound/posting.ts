import type { Member } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { INBOUND_MESSAGES } from '#domain/talk/inbound.ts'
import { NewMessage } from '#domain/talk/threads.schema.ts'
import { MAX_MESSAGE, THREAD_MESSAGES } from '#domain/talk/threads.ts'
import type { InboundHooks } from '#server/talk/inbound/hooks.ts'
import type { Subject } from '#server/talk/inbound/store.ts'
import type { Threads } from '#server/talk/threads/service.ts'
import type { ThreadSubject } from '#server/talk/threads/store.ts'

type Parts = { threads: Threads; hooks: InboundHooks }
export type Posting = ReturnType<typeof makePosting>

/** Cuts at the end of a character. */
const cutTo = (text: string, length: number): string =>
  text
    .slice(0, length)
    .toWellFormed()
    .replace(/\ufffd$/, '')

/** Turns replies into messages, as if they had been written on the site. */
export const makePosting = ({ threads, hooks }: Parts) => {
  const threadOf = async (viewer: Member, { orderId, threadId }: Subject): Promise<string> =>
    threadId ?? (await threads.open(viewer, { order: orderId }))._id

  return {
    async about(viewer: Member, subject: Subject): Promise<ThreadSubject> {
      const about = await threads.about(await threadOf(viewer, subject), viewer)
      if (!about) throw new AppError('notFound', THREAD_MESSAGES.notFound)
      return about
    },

    /** The text of the message: what fits, and what was left out. */
    textOf(words: string, { hasAttachments }: { hasAttachments: boolean }): string {
      const note = hasAttachments ? `\n\n${INBOUND_MESSAGES.attachmentsLeftOut}` : ''
      const room = MAX_MESSAGE - note.length
      const cutNote = `\n\n${INBOUND_MESSAGES.cut}`
      const kept = words.length <= room ? words : `${cutTo(words, room - cutNote.length)}${cutNote}`
      return kept + note
    },

    /** Whether the request waits for this member's yes or no. */
    async isAwaited(viewer: Member, { orderId }: Subject): Promise<boolean> {
      if (!orderId) return false
      const { state, turn } = await hooks.orders.get(orderId, viewer)
      return state === 'sent' && turn === viewer.id
    },

    /** The same checks, limits and notices as for a message from the site. With the same key the message is posted once. */
    async post(viewer: Member, subject: Subject, text: string, key: string): Promise<void> {
      const message = NewMessage.safeParse({ text })
      if (!message.success) throw new AppError('invalid', message.error.issues[0]?.message ?? MESSAGES.malformed)
      await threads.write(await threadOf(viewer, subject), viewer, message.data.text, { key, isByMail: true })
    },
  }
}
