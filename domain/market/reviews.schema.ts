import { z } from 'zod'
import { paragraph } from '#domain/base/text.ts'
import { MAX_COMMENT, REVIEW_INCOMPLETE } from '#domain/market/reviews.ts'

export const ReviewRequest = z.object({
  rating: z.coerce
    .number()
    .catch(0)
    .refine((stars) => Number.isInteger(stars) && stars >= 1 && stars <= 5, REVIEW_INCOMPLETE),
  comment: z.preprocess(
    (comment: string | null | undefined) => comment ?? '',
    paragraph(MAX_COMMENT).refine((comment) => comment.length > 0, REVIEW_INCOMPLETE),
  ),
})
export type ReviewRequest = z.output<typeof ReviewRequest>
