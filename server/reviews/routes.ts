import type { Handlers } from '#server/http/call.ts'
import type { ReviewWriting } from '#server/reviews/writing.ts'

export type ReviewRouteParts = { reviewWriting: ReviewWriting }

export const reviewRoutes = ({ reviewWriting }: ReviewRouteParts) =>
  ({
    'POST /api/products/:id/reviews': async ({ params, body, viewer }) => ({
      review: await reviewWriting.write(params.id, viewer, body),
    }),
  }) satisfies Partial<Handlers>
