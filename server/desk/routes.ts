import { DESK_MESSAGES } from '#domain/desk.ts'
import type { Handlers } from '#server/http/call.ts'
import { noStore } from '#server/http/no-store.ts'
import type { Services } from '#server/services.ts'

export const deskRoutes = ({ desk }: Services) =>
  ({
    'POST /api/desk/members': ({ body, viewer, reply }) => {
      noStore(reply)
      return desk.register(body, viewer)
    },
    'PUT /api/desk/members/:id/card': ({ params, body, viewer, reply }) => {
      noStore(reply)
      return desk.replaceCard(params.id, body.pin, viewer)
    },
    'POST /api/desk/code': ({ viewer, reply }) => {
      noStore(reply)
      return desk.ownCode(viewer)
    },
    'POST /api/desk/codes': async ({ body, viewer }) => {
      await desk.sendCode(body.username, viewer)
      return { message: DESK_MESSAGES.sent }
    },
    'POST /api/desk/sessions': ({ body, viewer, reply }) => {
      noStore(reply)
      return desk.begin(body, viewer)
    },
    'GET /api/desk/receipt': ({ viewer, reply }) => {
      noStore(reply)
      return desk.receipt(viewer)
    },
  }) satisfies Partial<Handlers>
