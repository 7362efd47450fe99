import { z } from 'zod'
import { emptyAsMissing, pageNumber, wholeNumber } from '#domain/base/query-parameters.ts'
import { paragraph } from '#domain/base/text.ts'
import { MAX_MESSAGE, THREAD_MESSAGES, THREAD_NOTES } from '#domain/talk/threads.ts'

const MAX_NUMBER = 2_147_483_647

export const ThreadQuery = z.object({ p: pageNumber })
/** `before` is the cursor `next` of the previous page, so that new messages do not shift the pages. */
export const ThreadPageQuery = ThreadQuery.extend({ before: emptyAsMissing(wholeNumber(1, MAX_NUMBER).optional()) })
export type ThreadPageQuery = z.output<typeof ThreadPageQuery>

export const MessageView = z.object({
  _id: z.string(),
  /** The sender's id. */
  from: z.string(),
  text: z.string(),
  at: z.string(),
})
export type MessageView = z.infer<typeof MessageView>

const ThreadSummary = z.object({
  _id: z.string(),
  /** The request that the thread is about; null for one about a listing. */
  order: z.string().nullable(),
  listing: z.string().nullable(),
  title: z.string(),
  with: z.object({ _id: z.string(), username: z.string(), name: z.string() }),
  unread: z.number(),
})

export const ThreadList = z.object({
  threads: z.array(ThreadSummary.extend({ last: MessageView })),
  /** Messages in all threads. */
  unread: z.number(),
  pages: z.number(),
})
export type ThreadList = z.infer<typeof ThreadList>

/** Without `p` and `before`, the newest messages; the oldest comes first. */
export const ThreadView = ThreadSummary.omit({ unread: true }).extend({
  /** What keeps one of the two from writing, or how the other one reads; null if there is nothing to say. */
  note: z.enum(THREAD_NOTES).nullable(),
  /** False once the other member has left, and while the viewer is suspended, unless VAL have moved for the request. */
  canWrite: z.boolean(),
  messages: z.array(MessageView),
  pages: z.number(),
  /** For older messages; null if there are none. */
  next: z.number().nullable(),
})
export type ThreadView = z.infer<typeof ThreadView>

export const NewThread = z.union([z.object({ listing: z.uuid() }), z.object({ order: z.uuid() })])
export type NewThread = z.infer<typeof NewThread>
export const ThreadReference = z.object({ _id: z.string() })

export const NewMessage = z.object({
  text: paragraph(MAX_MESSAGE).refine((text) => text.length > 0, THREAD_MESSAGES.empty),
})

export const StreamQuery = z.object({
  /** The number of the last event received; the header Last-Event-ID does the same. */
  after: emptyAsMissing(wholeNumber(0, Number.MAX_SAFE_INTEGER).optional()),
})

export const ThreadExport = ThreadSummary.omit({ unread: true }).extend({ messages: z.array(MessageView) })
export type ThreadExport = z.infer<typeof ThreadExport>
