import { DESK_MESSAGES } from '#domain/accounts/desk.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const deskRoutes = ({ desk }: Services) =>
  ({
    'POST /api/desk/members': ({ body, viewer }) => desk.register(body, viewer),
    'PUT /api/desk/members/:id/card': ({ params, body, viewer }) => desk.replaceCard(params.id, body.pin, viewer),
    'POST /api/desk/code': ({ viewer }) => desk.ownCode(viewer),
    'POST /api/desk/codes': async ({ body, viewer }) => {
      await desk.sendCode(body.username, viewer)
      return { message: DESK_MESSAGES.sent }
    },
    'POST /api/desk/sessions': ({ body, viewer }) => desk.begin(body, viewer),
    'GET /api/desk/news': ({ query }) => desk.news(query.p),
    'GET /api/desk/receipt': ({ viewer }) => desk.receipt(viewer),
  }) satisfies Partial<Handlers>
