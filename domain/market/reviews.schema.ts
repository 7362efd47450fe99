import { z } from 'zod'
import { paragraph } from '#domain/base/text.ts'
import { MAX_COMMENT, MAX_REPLY, REPLY_EMPTY, REVIEW_INCOMPLETE } from '#domain/market/reviews.ts'

const requiredText = (max: number, message: string) =>
  z.preprocess(
    (text: string | null | undefined) => text ?? '',
    paragraph(max).refine((text) => text.length > 0, message),
  )

export const Rating = z.coerce
  .number()
  .catch(0)
  .refine((stars) => Number.isInteger(stars) && stars >= 1 && stars <= 5, REVIEW_INCOMPLETE)

/** The text that goes with a rating. */
export const comment = (max: number) => requiredText(max, REVIEW_INCOMPLETE)

export const ReviewRequest = z.object({ rating: Rating, comment: comment(MAX_COMMENT) })
export type ReviewRequest = z.output<typeof ReviewRequest>

export const ReplyRequest = z.object({ text: requiredText(MAX_REPLY, REPLY_EMPTY) })
