import { PASSKEY_MESSAGES } from '#domain/accounts/passkeys.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import { noStore } from '#server/platform/http/no-store.ts'
import type { Services } from '#server/services.ts'

export const passkeyRoutes = ({ passkeys, members: { sessions } }: Services) =>
  ({
    'GET /api/passkeys': ({ viewer }) => passkeys.list(viewer),
    'POST /api/passkeys/options': ({ viewer, body }) => passkeys.begin(viewer, body.password),
    'POST /api/passkeys': ({ viewer, body }) => passkeys.add(viewer, body),
    'PUT /api/passkeys/:id': ({ viewer, params, body }) => passkeys.rename(viewer, params.id, body.name),
    'POST /api/passkeys/:id/remove': async ({ viewer, params, body }) => {
      await passkeys.remove(viewer, params.id, body)
      return { message: PASSKEY_MESSAGES.removed }
    },
    'POST /api/passkeys/confirmation': ({ viewer, body }) => passkeys.ask(viewer, body),
    'POST /api/passkeys/signin/options': ({ request, reply }) => {
      noStore(reply)
      return sessions.passkeyOptions(request.ip)
    },
    'POST /api/passkeys/signin': ({ body, request }) => sessions.signInWithPasskey(body, request.ip),
  }) satisfies Partial<Handlers>
