import { z } from 'zod'
import { pageNumber } from '#domain/base/query-parameters.ts'
import { MAX_FEEDBACK } from '#domain/exchange/feedback.ts'
import { comment, Rating } from '#domain/market/reviews.schema.ts'

export const FeedbackRequest = z.object({ rating: Rating, comment: comment(MAX_FEEDBACK) })
export type FeedbackRequest = z.output<typeof FeedbackRequest>

const FeedbackView = z.object({
  _id: z.string(),
  /** The id is null if the author has no public page. */
  from: z.object({ _id: z.string().nullable(), username: z.string(), name: z.string() }),
  rating: z.number(),
  comment: z.string(),
  at: z.string(),
})
export type FeedbackView = z.infer<typeof FeedbackView>

export const FeedbackQuery = z.object({ p: pageNumber })
/** What others have written about a member, newest first. */
export const FeedbackPage = z.object({
  feedback: z.array(FeedbackView),
  /** The mean; 0 if there is nothing. */
  rating: z.number(),
  count: z.number(),
  pages: z.number(),
})
export type FeedbackPage = z.infer<typeof FeedbackPage>

/** What a member has written, and what is shown about the member. */
export const FeedbackExport = z.object({
  order: z.string(),
  direction: z.enum(['written', 'received']),
  rating: z.number(),
  comment: z.string(),
  at: z.string(),
})
export type FeedbackExport = z.infer<typeof FeedbackExport>
