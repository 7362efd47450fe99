import { z } from 'zod'
import { paragraph } from '#domain/text.ts'

export const REVIEW_INCOMPLETE = 'Per favore lascia la tua valutazione e un commento'

export const ReviewRequest = z.object({
  rating: z.coerce.number(REVIEW_INCOMPLETE).int().min(1, REVIEW_INCOMPLETE).max(5),
  comment: paragraph(2000).refine((comment) => comment.length > 0, REVIEW_INCOMPLETE),
})
