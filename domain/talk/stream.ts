// Events of GET /api/stream. Must not import zod: browsers load this file.
import type { MessageView } from '#domain/talk/threads.schema.ts'

export type StreamEvents = {
  /** Notices were added or seen. */
  notices: Record<string, never>
  message: MessageView & { thread: string }
  /** A thread was read, in this tab or another. */
  read: { thread: string }
}
export type StreamEventName = keyof StreamEvents

/** First event of a stream if no events were missed. */
export const READY = 'ready'
/** Missed events are no longer stored: the page must load its data again. */
export const RESET = 'reset'
