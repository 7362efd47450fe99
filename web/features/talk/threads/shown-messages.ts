import type { MessageView, ThreadView } from '#domain/talk/threads.schema.ts'

/** Messages without gaps, oldest first, and the cursor for older ones. */
export type ShownMessages = Pick<ThreadView, 'messages' | 'next'>

const byTime = (one: MessageView, other: MessageView) => (one.at + one._id < other.at + other._id ? -1 : 1)

/** Both lists in order, each message once. */
export const merge = (one: MessageView[], other: MessageView[]): MessageView[] =>
  [...new Map([...one, ...other].map((message) => [message._id, message])).values()].toSorted(byTime)

/** Adds the newest page. If more than a page of messages was missed, it replaces the shown messages. */
export const withNewest = (shown: ShownMessages, newest: ShownMessages): ShownMessages => {
  const isAdjacent = shown.messages.some(({ _id }) => _id === newest.messages[0]?._id)
  return isAdjacent ? { ...shown, messages: merge(shown.messages, newest.messages) } : newest
}
