import { PUSH_MESSAGES } from '#domain/talk/push.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const pushRoutes = ({ push }: Services) =>
  ({
    'GET /api/push': async () => ({ publicKey: push.publicKey }),
    'POST /api/push': async ({ viewer, body }) => {
      await push.add(viewer, body)
      return { message: PUSH_MESSAGES.added }
    },
    'POST /api/push/remove': async ({ viewer, body }) => {
      await push.remove(viewer.id, body.endpoint)
      return { message: PUSH_MESSAGES.removed }
    },
  }) satisfies Partial<Handlers>
