import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const reviewRoutes = ({ reviewWriting }: Services) =>
  ({
    'POST /api/products/:id/reviews': async ({ params, body, viewer }) => ({
      review: await reviewWriting.write(params.id, viewer, body),
    }),
    'PUT /api/reviews/:id/reply': async ({ params, body, viewer }) => ({
      review: await reviewWriting.reply(params.id, viewer, body.text),
    }),
  }) satisfies Partial<Handlers>
