import type { FastifyInstance } from 'fastify'
import { type Call, calls } from '#domain/calls.ts'
import { alertRoutes } from '#server/alerts/routes.ts'
import { blockRoutes } from '#server/blocks/routes.ts'
import { currencyRoutes } from '#server/currency/routes.ts'
import { deskRoutes } from '#server/desk/routes.ts'
import { exportRoutes } from '#server/exports/routes.ts'
import { favouriteRoutes } from '#server/favourites/routes.ts'
import { freshnessRoutes } from '#server/freshness/routes.ts'
import { type Handlers, registerCall } from '#server/http/call.ts'
import { listingRoutes } from '#server/listings/routes.ts'
import { matchRoutes } from '#server/matches/routes.ts'
import { memberRoutes } from '#server/members/routes.ts'
import { newsletterRoutes } from '#server/newsletter/routes.ts'
import { noticeRoutes } from '#server/notices/routes.ts'
import { orderRoutes } from '#server/orders/routes.ts'
import { passkeyRoutes } from '#server/passkeys/routes.ts'
import { paymentRoutes } from '#server/payments/routes.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { pushRoutes } from '#server/push/routes.ts'
import { reportRoutes } from '#server/reports/routes.ts'
import { reviewRoutes } from '#server/reviews/routes.ts'
import { ringRoutes } from '#server/rings/routes.ts'
import type { Services } from '#server/services.ts'
import { settingsRoutes } from '#server/settings/routes.ts'
import { soughtRoutes } from '#server/sought/routes.ts'
import type { StatusParts } from '#server/status/make.ts'
import { statusRoutes } from '#server/status/routes.ts'
import { type StreamRouteParts, streamRoutes } from '#server/stream/routes.ts'
import { synonymRoutes } from '#server/synonyms/routes.ts'
import { textRoutes } from '#server/texts/routes.ts'
import { threadRoutes } from '#server/threads/routes.ts'
import { transferRoutes } from '#server/transfers/routes.ts'
import { treasuryRoutes } from '#server/treasury/routes.ts'
import { uploadRoutes } from '#server/uploads/routes.ts'
import { type WalletRouteParts, walletRoutes } from '#server/wallet/routes.ts'

type ApiParts = Services & WalletRouteParts & StreamRouteParts & StatusParts & { googleMapsKey: string }

/** A handler for every call of `domain/calls.ts`; a missing one does not compile. */
const makeHandlers = (parts: ApiParts): Handlers => ({
  ...currencyRoutes(parts),
  ...alertRoutes(parts),
  ...blockRoutes(parts),
  ...exportRoutes(parts),
  ...favouriteRoutes(parts),
  ...freshnessRoutes(parts),
  ...deskRoutes(parts),
  ...listingRoutes(parts),
  ...matchRoutes(parts),
  ...memberRoutes(parts),
  ...newsletterRoutes(parts),
  ...noticeRoutes(parts),
  ...orderRoutes(parts),
  ...passkeyRoutes(parts),
  ...paymentRoutes(parts),
  ...privacyRoutes(parts),
  ...reportRoutes(parts),
  ...pushRoutes(parts),
  ...reviewRoutes(parts),
  ...ringRoutes(parts),
  ...soughtRoutes(parts),
  ...transferRoutes(parts),
  ...settingsRoutes(parts),
  ...statusRoutes(parts),
  ...streamRoutes(parts),
  ...synonymRoutes(parts),
  ...threadRoutes(parts),
  ...textRoutes(parts),
  ...treasuryRoutes(parts),
  ...uploadRoutes(parts),
  ...walletRoutes(parts),
  'GET /api/config/google': async () => parts.googleMapsKey,
  'GET /api/audit': ({ query }) => parts.records.auditPage(query),
  'GET /api/dashboard': () => parts.dashboard.figures(),
  'GET /api/products/suggestions': ({ query, viewer }) =>
    (viewer ? parts : parts.publicReads).search.suggestions(query.q),
  'GET /api/places': ({ query }) => parts.places.search(query.q),
  'GET /api/places/nearest': ({ query }) => parts.places.nearest(query),
})

export const registerApi = (app: FastifyInstance, parts: ApiParts): void => {
  const handlers = makeHandlers(parts)
  for (const signature of Object.keys(calls) as Call[]) registerCall(app, signature, handlers, parts.acting.record)
}
