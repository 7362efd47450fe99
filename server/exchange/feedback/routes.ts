import { FEEDBACK_MESSAGES } from '#domain/exchange/feedback.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const feedbackRoutes = ({ feedback, feedbackReader, publicReads }: Services) =>
  ({
    'POST /api/orders/:id/feedback': async ({ params, body, viewer }) => {
      await feedback.write(params.id, viewer, body)
      return { message: FEEDBACK_MESSAGES.written }
    },
    'GET /api/users/:id/feedback': ({ params, query, viewer }) =>
      (viewer ? feedbackReader : publicReads.feedback).about(params.id, query.p),
  }) satisfies Partial<Handlers>
