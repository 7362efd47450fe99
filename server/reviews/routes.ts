import type { ReviewRequest } from '#domain/reviews.schema.ts'
import type { Ask } from '#server/http/call.ts'
import { memberIn } from '#server/http/viewer.ts'
import type { ReviewWriting } from '#server/reviews/writing.ts'

export const reviewRoutes = (writing: ReviewWriting) => ({
  write: async (ask: Ask<{ params: { id: string }; body: ReviewRequest }>) => ({
    review: await writing.write(ask.params.id, memberIn(ask), ask.body),
  }),
})
