import { z } from 'zod'
import { Val } from '#domain/base/amounts.schema.ts'
import { REPLY_ACTS } from '#domain/talk/inbound.ts'

/** A reply by mail that the member is asked to confirm. */
export const ReplyQuestion = z.object({
  act: z.enum(REPLY_ACTS),
  /** The name of the other person. */
  to: z.string(),
  /** What the conversation is about. */
  title: z.string(),
  text: z.string(),
  /** The address that sent it; null if it is the member's own. */
  sender: z.string().nullable(),
  /** What is accepted, in VAL and euro; null for other acts. */
  terms: z.object({ val: z.number(), euro: z.number() }).nullable(),
  /** The page of the conversation. */
  link: z.string(),
})
export type ReplyQuestion = z.infer<typeof ReplyQuestion>

/** The terms that the member saw; needed to accept. */
export const ReplyConfirmation = z.object({ terms: z.object({ val: Val, euro: Val }).nullish() })
export type ReplyConfirmation = z.output<typeof ReplyConfirmation>

export const HeldReplyExport = z.object({ at: z.string(), sender: z.string(), text: z.string() })
export type HeldReplyExport = z.infer<typeof HeldReplyExport>
