import { IMPORT_MESSAGES } from '#domain/accounts/member-import.ts'
import { ACCOUNT_MESSAGES, TOTAL_HEADER } from '#domain/accounts/members.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { bearerToken } from '#server/platform/http/auth.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { Services } from '#server/services.ts'

export const memberRoutes = ({
  memberImports,
  publicReads,
  listings,
  orders,
  rings,
  favourites,
  alerts,
  valRequests,
  erasure,
  members: { registration, invitations, credentials, profiles, welcome, administration },
}: Services) =>
  ({
    'GET /api/users/:id': ({ params, viewer }) =>
      viewer ? profiles.get(params.id, viewer) : publicReads.profiles.seller(params.id),
    'GET /api/users': async ({ query, reply }) => {
      const { members, total } = await administration.list(query)
      reply.header(TOTAL_HEADER, total)
      return members
    },
    'GET /api/users/overview': async ({ viewer }) => {
      const [requests, listingCount, ringCount, favouriteCount, alertCount, valRequestCount] = await Promise.all([
        orders.countWaiting(viewer),
        listings.countShown(viewer),
        rings.countOpen(viewer),
        favourites.count(viewer),
        alerts.count(viewer),
        valRequests.countOpenTo(viewer),
      ])
      return {
        ...requests,
        listings: listingCount,
        rings: ringCount,
        favourites: favouriteCount,
        alerts: alertCount,
        valRequests: valRequestCount,
      }
    },
    'GET /api/users/sellers': ({ viewer }) => (viewer ? profiles : publicReads.profiles).sellers(),
    'GET /api/users/top-sellers': ({ viewer }) => (viewer ? profiles : publicReads.profiles).topSellers(),
    'PUT /api/users/:id': ({ params, body, viewer }) => administration.edit(params.id, body, viewer),
    'DELETE /api/users/:id': async ({ params, viewer }) => {
      await erasure.remove(params.id, viewer)
      return { message: ACCOUNT_MESSAGES.deleted }
    },
    'POST /api/members/import': ({ body, viewer }) => memberImports.run(body, viewer),
    'POST /api/users/invitation/:id': async ({ params, body, request }) => ({
      email: await invitations.accept(params.id, body.password, request.ip),
      message: IMPORT_MESSAGES.invited,
    }),
    'PUT /api/users/profile': ({ body, viewer, request }) =>
      profiles.change(viewer, bearerToken(request.headers) ?? '', body),
    'PUT /api/users/upgrade/:userId': ({ params, viewer, request }) =>
      profiles.upgrade(params.userId, viewer, bearerToken(request.headers) ?? ''),
    'POST /api/users/:id/secret': ({ params, body, viewer }) => profiles.revealSecret(params.id, viewer, body),

    'POST /api/users/register': async ({ body, request }) => {
      await registration.register(body, request.ip)
      return { message: ACCOUNT_MESSAGES.registered }
    },
    'POST /api/users/verification/:id': async ({ params, body, request }) => {
      if (body?.uuid !== undefined && body.uuid !== params.id)
        throw new AppError('notFound', ACCOUNT_MESSAGES.linkInvalid)
      return [{ verify: { verified: true }, ...(await registration.verify(params.id, request.ip)) }]
    },
    'POST /api/users/verification': async ({ viewer, body, request }) => {
      if (viewer) await registration.resendVerification(viewer, body?.listing)
      else if (body?.email) await registration.resendVerificationTo(body.email, body.listing, request.ip)
      else throw new AppError('unauthenticated', MESSAGES.unauthenticated)
      return { message: ACCOUNT_MESSAGES.verificationSent }
    },

    'POST /api/users/new-email/:id': async ({ params, request }) => {
      await registration.confirmEmail(params.id, request.ip)
      return { message: ACCOUNT_MESSAGES.emailConfirmed }
    },
    'POST /api/users/restore/:id': async ({ params, request }) => {
      await credentials.restore(params.id, request.ip)
      return { message: ACCOUNT_MESSAGES.restored }
    },

    'GET /api/privacy/erase': ({ viewer }) => erasure.preview(viewer),
    'GET /api/welcome': () => welcome.held(),
    'GET /api/welcome/own': ({ viewer }) => welcome.own(viewer),
    'POST /api/welcome/:id': async ({ params, viewer }) => {
      await welcome.release(params.id, viewer)
      return { message: ACCOUNT_MESSAGES.welcomeReleased }
    },

    'POST /api/privacy/erase': async ({ body, viewer }) => {
      await erasure.erase(viewer, body.password)
      return { message: ACCOUNT_MESSAGES.erased }
    },
  }) satisfies Partial<Handlers>
