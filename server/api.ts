import type { FastifyInstance } from 'fastify'
import { type Call, calls } from '#domain/calls.ts'
import { blockRoutes } from '#server/accounts/blocks/routes.ts'
import { deskRoutes } from '#server/accounts/desk/routes.ts'
import { memberRoutes } from '#server/accounts/members/routes.ts'
import { passkeyRoutes } from '#server/accounts/passkeys/routes.ts'
import { privacyRoutes } from '#server/accounts/privacy/routes.ts'
import { sessionRoutes } from '#server/accounts/sessions/routes.ts'
import { auditRoutes } from '#server/association/audit/routes.ts'
import { type BackupRouteParts, backupRoutes } from '#server/association/backups/routes.ts'
import { dashboardRoutes } from '#server/association/dashboard/routes.ts'
import { exportRoutes } from '#server/association/exports/routes.ts'
import { reportRoutes } from '#server/association/reports/routes.ts'
import { settingsRoutes } from '#server/association/settings/routes.ts'
import type { StatusParts } from '#server/association/status/make.ts'
import { statusRoutes } from '#server/association/status/routes.ts'
import { textRoutes } from '#server/association/texts/routes.ts'
import { feedbackRoutes } from '#server/exchange/feedback/routes.ts'
import { orderRoutes } from '#server/exchange/orders/routes.ts'
import { paymentRoutes } from '#server/exchange/payments/routes.ts'
import { ringRoutes } from '#server/exchange/rings/routes.ts'
import { alertRoutes } from '#server/market/alerts/routes.ts'
import { favouriteRoutes } from '#server/market/favourites/routes.ts'
import { freshnessRoutes } from '#server/market/freshness/routes.ts'
import { listingRoutes } from '#server/market/listings/routes.ts'
import { matchRoutes } from '#server/market/matches/routes.ts'
import { placeRoutes } from '#server/market/places/routes.ts'
import { reviewRoutes } from '#server/market/reviews/routes.ts'
import { searchRoutes } from '#server/market/search/routes.ts'
import { soughtRoutes } from '#server/market/sought/routes.ts'
import { synonymRoutes } from '#server/market/synonyms/routes.ts'
import { uploadRoutes } from '#server/market/uploads/routes.ts'
import { type Handlers, registerCall } from '#server/platform/http/call.ts'
import { makeMemberQueues } from '#server/platform/http/member-queues.ts'
import { WRITE_TIMEOUT_MS } from '#server/platform/timeouts.ts'
import type { Services } from '#server/services.ts'
import { inboundRoutes } from '#server/talk/inbound/routes.ts'
import { newsletterRoutes } from '#server/talk/newsletter/routes.ts'
import { noticeRoutes } from '#server/talk/notices/routes.ts'
import { pushRoutes } from '#server/talk/push/routes.ts'
import { type StreamRouteParts, streamRoutes } from '#server/talk/stream/routes.ts'
import { threadRoutes } from '#server/talk/threads/routes.ts'
import { currencyRoutes } from '#server/val/currency/routes.ts'
import { transferRoutes } from '#server/val/transfers/routes.ts'
import { treasuryRoutes } from '#server/val/treasury/routes.ts'
import { type WalletRouteParts, walletRoutes } from '#server/val/wallet/routes.ts'

type ApiParts = Services &
  WalletRouteParts &
  StreamRouteParts &
  StatusParts &
  BackupRouteParts & { googleMapsKey: string }

/** A handler for every call of `domain/calls.ts`; a missing handler is a compile error. */
const makeHandlers = (parts: ApiParts): Handlers => ({
  ...currencyRoutes(parts),
  ...alertRoutes(parts),
  ...auditRoutes(parts),
  ...backupRoutes(parts),
  ...blockRoutes(parts),
  ...dashboardRoutes(parts),
  ...placeRoutes(parts),
  ...searchRoutes(parts),
  ...sessionRoutes(parts),
  ...exportRoutes(parts),
  ...favouriteRoutes(parts),
  ...feedbackRoutes(parts),
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
  ...inboundRoutes(parts),
  ...threadRoutes(parts),
  ...textRoutes(parts),
  ...treasuryRoutes(parts),
  ...uploadRoutes(parts),
  ...walletRoutes(parts),
})

export const registerApi = (app: FastifyInstance, parts: ApiParts, leastTimeoutMs = 0): void => {
  const handlers = makeHandlers(parts)
  // Half of the time that a request has, so that the other half is left for its work.
  const queued = makeMemberQueues({ maxWaitMs: Math.max(WRITE_TIMEOUT_MS, leastTimeoutMs) / 2 })
  for (const signature of Object.keys(calls) as Call[])
    registerCall(app, signature, handlers, parts.acting.record, queued)
}
