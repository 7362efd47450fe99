import { TEXT_MESSAGES } from '#domain/association/page-texts.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const textRoutes = ({ texts }: Services) =>
  ({
    'GET /api/pages/:page': ({ params }) => texts.get(params.page),
    'PUT /api/pages/:page': ({ params, body, viewer }) => texts.write(params.page, body, viewer),
    'GET /api/terms': ({ viewer }) => texts.terms(viewer),
    'POST /api/terms': async ({ body, viewer }) => {
      await texts.accept(body.version, viewer)
      return { message: TEXT_MESSAGES.accepted }
    },
  }) satisfies Partial<Handlers>
