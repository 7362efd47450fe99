import { SUSPENSION_MESSAGES } from '#domain/accounts/suspension.ts'
import { REPORT_MESSAGES } from '#domain/association/reports.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const reportRoutes = ({ reports, deciding }: Services) =>
  ({
    'POST /api/reports': ({ body, viewer, request }) => reports.report(viewer, body, request.ip),
    'GET /api/reports': ({ query, viewer }) => reports.page(query, viewer),
    'POST /api/reports/:id/decision': ({ params, body, viewer }) => deciding.decide(params.id, body, viewer),
    'GET /api/decisions': async () => ({ decisions: await deciding.objections() }),
    'GET /api/decisions/:id': ({ params, viewer }) => deciding.get(params.id, viewer),
    'POST /api/decisions/:id/objection': async ({ params, body, viewer }) => {
      await deciding.object(params.id, body.text, viewer)
      return { message: REPORT_MESSAGES.objected }
    },
    'POST /api/decisions/:id/review': ({ params, body, viewer }) => deciding.review(params.id, body, viewer),
    'PUT /api/users/:id/suspension': ({ params, body, viewer }) => deciding.suspend(params.id, body, viewer),
    'DELETE /api/users/:id/suspension': async ({ params, viewer }) => {
      await deciding.lift(params.id, viewer)
      return { message: SUSPENSION_MESSAGES.lifted }
    },
  }) satisfies Partial<Handlers>
