import { z } from 'zod'
import { Dashboard } from '#domain/dashboard.schema.ts'
import * as members from '#domain/members.schema.ts'
import { NearestQuery, Place, PlaceQuery } from '#domain/places.schema.ts'
import { MemberExport } from '#domain/privacy.schema.ts'
import { Suggestion, SuggestionQuery } from '#domain/suggestions.schema.ts'
import { Statement, StatementQuery, WalletView } from '#domain/wallet.schema.ts'
import type { DashboardService } from '#server/dashboard/service.ts'
import { type Call, call, nothing } from '#server/http/call.ts'
import type { Limits } from '#server/limits/service.ts'
import { memberRoutes } from '#server/members/routes.ts'
import type { MembersService } from '#server/members/service.ts'
import { newsletterRoutes } from '#server/newsletter/routes.ts'
import type { Newsletter } from '#server/newsletter/service.ts'
import type { PlacesService } from '#server/places/service.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import type { PrivacyService } from '#server/privacy/service.ts'
import type { Suggestions } from '#server/search/suggestions.ts'
import { walletRoutes } from '#server/wallet/routes.ts'
import type { WalletService } from '#server/wallet/service.ts'
import type { Statements } from '#server/wallet/statement.ts'

const Id = z.object({ id: z.uuid() })
const Code = z.object({ code: z.string() })
const Message = z.object({ message: z.string() })

export type OwnServices = {
  wallet: WalletService
  statements: Statements
  members: MembersService
  newsletter: Newsletter
  limits: Limits
  privacy: PrivacyService
  dashboard: DashboardService
  places: PlacesService
  suggestions: Suggestions
}

/** Calls of ours that the specification does not name. */
export const ownCalls = (services: OwnServices): Call[] => {
  const accounts = memberRoutes(services.members)
  const newsletter = newsletterRoutes(services)
  const privacy = privacyRoutes(services.privacy)
  const wallet = walletRoutes(services.wallet, services.statements)
  return [
    call('POST /api/users/verification', 'member', { body: nothing, answer: Message }, accounts.resendVerification),
    call('POST /api/users/signout', 'member', { body: nothing, answer: Message }, accounts.signOutEverywhere),
    call(
      'POST /api/users/:id/secret',
      'verified',
      { params: Id, body: members.PasswordAgain, answer: members.WalletSecret },
      accounts.revealSecret,
    ),
    call('POST /api/newsletter/leave', 'member', { body: nothing, answer: Message }, newsletter.leaveAsMember),
    call(
      'POST /api/newsletter/leave/:code',
      'public',
      { params: Code, body: nothing, answer: Message },
      newsletter.leave,
    ),
    call('GET /api/privacy/export', 'member', { query: nothing, answer: MemberExport }, privacy.exportOwn),
    call('POST /api/privacy/erase', 'member', { body: members.PasswordAgain, answer: Message }, accounts.erase),
    call('GET /api/dashboard', 'admin', { query: nothing, answer: Dashboard }, () => services.dashboard.figures()),
    call(
      'GET /api/products/suggestions',
      'public',
      { query: SuggestionQuery, answer: z.array(Suggestion) },
      ({ query }) => services.suggestions(query.q),
    ),
    call('GET /api/places', 'public', { query: PlaceQuery, answer: z.array(Place) }, ({ query }) =>
      services.places.search(query.q),
    ),
    call('GET /api/places/nearest', 'public', { query: NearestQuery, answer: Place }, ({ query }) =>
      services.places.nearest(query),
    ),
    call('GET /api/wallet', 'verified', { query: nothing, answer: WalletView }, wallet.view),
    call('GET /api/wallet/statement', 'verified', { query: StatementQuery, answer: Statement }, wallet.statement),
    call('GET /api/wallet/statement.csv', 'verified', { query: nothing, answer: z.string() }, wallet.csv),
  ]
}
