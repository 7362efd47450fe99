import type { MessageView, ThreadView } from '#domain/talk/threads.schema.ts'

/** Messages without gaps, oldest first, and the cursor of the older ones. */
export type ShownMessages = Pick<ThreadView, 'messages' | 'next'>

const byTime = (one: MessageView, other: MessageView) => (one.at + one._id < other.at + other._id ? -1 : 1)

/** Both lists in order, each message once. */
export const merge = (one: MessageView[], other: MessageView[]): MessageView[] =>
  [...new Map([...one, ...other].map((message) => [message._id, message])).values()].toSorted(byTime)

/** If more messages than a page arrived unnoticed, the newest page replaces what was shown. */
export const withNewest = (shown: ShownMessages, newest: ShownMessages): ShownMessages => {
  const isAdjacent = shown.messages.some(({ _id }) => _id === newest.messages[0]?._id)
  return isAdjacent ? { ...shown, messages: merge(shown.messages, newest.messages) } : newest
}
