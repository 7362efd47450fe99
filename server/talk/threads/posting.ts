import { AppError } from '#domain/base/errors.ts'
import type { MessageView } from '#domain/talk/threads.schema.ts'
import { THREAD_MESSAGES } from '#domain/talk/threads.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { messageRef } from '#server/talk/references/references.ts'
import type { StreamPublisher } from '#server/talk/stream/service.ts'
import type { Message, ThreadRow, ThreadsStore } from '#server/talk/threads/store.ts'

type NewMessage = { senderId: string; text: string; at: Date }
type OrderMessage = NewMessage & {
  orderId: string
  /** The names of the items. */
  title: string
  askerId: string
  ownerId: string
  /** When the request was placed, if that was before the message. */
  requestedAt?: Date
}

export const viewOf = ({ id, senderId, text, createdAt }: Message): MessageView => ({
  _id: id,
  from: senderId,
  text,
  at: createdAt.toISOString(),
})

export type ThreadPosting = ReturnType<typeof makeThreadPosting>

/** Adds messages to threads and publishes them to both members. The caller has locked the members, and notifies the other. */
export const makeThreadPosting = ({ store, stream }: { store: ThreadsStore; stream: StreamPublisher }) => {
  const add = async (
    tx: Queries,
    { id: threadId, askerId, ownerId }: Pick<ThreadRow, 'id' | 'askerId' | 'ownerId'>,
    { senderId, text, at }: NewMessage,
  ): Promise<Message> => {
    const id = await store.addMessage(tx, { threadId, senderId, text, at })
    if (!id) throw new AppError('notFound', THREAD_MESSAGES.notFound)
    const message = { id, senderId, text, createdAt: at }
    const { text: _, ...event } = viewOf(message)
    stream.publish(tx, [askerId, ownerId], 'message', { ...event, thread: threadId })
    return message
  }

  return {
    add,

    /** Adds a message to the thread of a request; creates the thread if it does not exist. Returns a reference for mails. */
    async post(
      tx: Queries,
      { orderId, title, askerId, ownerId, requestedAt, ...message }: OrderMessage,
    ): Promise<string> {
      const row = { orderId, listingId: null, title, askerId, ownerId, at: requestedAt ?? message.at }
      const thread = (await store.add(tx, row)) ?? (await store.findOfOrder(orderId, tx))
      if (!thread) throw new AppError('notFound', THREAD_MESSAGES.notFound)
      return messageRef((await add(tx, { ...thread, askerId, ownerId }, message)).id)
    },
  }
}
