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

/** The first event of a stream that missed nothing. */
export const READY = 'ready'
/** Events were missed that are no longer stored: the page loads everything again. */
export const RESET = 'reset'
