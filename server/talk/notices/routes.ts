import { NOTICE_MESSAGES } from '#domain/talk/notices.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const noticeRoutes = ({ notices, threads, deciding, limits }: Services) =>
  ({
    'GET /api/notices': ({ viewer, query }) => notices.page(viewer, query.p),
    'GET /api/notices/unseen': async ({ viewer }) => {
      const [summary, messages, suspension] = await Promise.all([
        notices.unseen(viewer),
        threads.countUnread(viewer),
        deciding.suspensionOf(viewer),
      ])
      return { ...summary, messages, ...(suspension && { suspension }) }
    },
    'POST /api/notices/seen': ({ viewer, body }) => notices.markSeen(viewer, body),
    'GET /api/notices/preferences': ({ viewer }) => notices.preferences(viewer),
    'PUT /api/notices/preferences': ({ viewer, body }) => notices.setPreferences(viewer, body),
    // Mail programs post here for one-click unsubscribe (RFC 8058).
    'POST /api/notices/leave/:code': async ({ params, request }) => {
      await limits.takeFrom(request.ip, 'linkFromIp')
      await notices.leave(params.code)
      return { message: NOTICE_MESSAGES.unsubscribed }
    },
  }) satisfies Partial<Handlers>
