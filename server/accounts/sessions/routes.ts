import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const sessionRoutes = ({ members: { sessions, recovery, administration } }: Services) =>
  ({
    'POST /api/users/signin': ({ body, request }) => sessions.signIn(body, request.ip),
    'POST /api/users/signout': async ({ viewer, body }) => {
      // A volunteer who acts for a member ends only the session of the desk.
      if (!body?.everywhere || viewer.actor) {
        await sessions.signOut(viewer)
        return { message: ACCOUNT_MESSAGES.signedOut }
      }
      await sessions.signOutEverywhere(viewer)
      return { message: ACCOUNT_MESSAGES.signedOutEverywhere }
    },
    'GET /api/users/:id/sessions': ({ params }) => administration.sessions(params.id, sessions.openOf),
    'DELETE /api/users/:id/sessions': async ({ params, viewer }) => {
      await administration.endSessions(params.id, viewer)
      return { message: ACCOUNT_MESSAGES.sessionsEnded }
    },
    'POST /api/users/password-recovery': async ({ body, request }) => {
      await recovery.recover(body.email, request.ip)
      return { message: ACCOUNT_MESSAGES.recoverySent }
    },
    'POST /api/users/password-replacement': async ({ body, request }) => {
      await recovery.replacePassword(body.id, body.newData, request.ip)
      return { message: ACCOUNT_MESSAGES.passwordReplaced }
    },
  }) satisfies Partial<Handlers>
