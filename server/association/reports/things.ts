import type { Viewer } from '#domain/accounts/access.ts'
import type { ReportedThing, ReportKind } from '#domain/association/reports.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import type { Feedback } from '#server/exchange/feedback/service.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import type { ReviewsService } from '#server/market/reviews/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Threads } from '#server/talk/threads/service.ts'

type Parts = {
  listings: ListingsService
  reviews: ReviewsService
  feedback: Feedback
  members: MembersService
  threads: Threads
}
type Thing = {
  find(id: string, viewer: Viewer): Promise<ReportedThing | undefined>
  /** Hides it from others; a listing that is only `hidden` is still shown to its author. Null shows it again. */
  withhold(tx: Queries, id: string, state: 'hidden' | 'removed' | null): Promise<void>
  /** Shows it again if only reports have hidden it; what a decision has hidden stays hidden. */
  show?: (tx: Queries, id: string) => Promise<void>
  /** Returns other members whose rows change when it is withheld or shown. */
  affected?: (tx: Queries, id: string) => Promise<string[]>
}
export type Things = Record<ReportKind, Thing>

/** What can be reported, and how a decision hides it. */
export const makeThings = ({ listings, reviews, feedback, members, threads }: Parts): Things => ({
  listing: { find: (id) => listings.reported(id), withhold: listings.setWithheld, show: listings.showReported },
  // Also what members write about each other after an exchange.
  review: {
    find: async (id) => (await reviews.reported(id)) ?? feedback.reported(id),
    withhold: async (tx, id, state) => {
      await reviews.setWithheld(tx, id, state)
      await feedback.setWithheld(tx, id, state)
    },
    affected: reviews.ratedMember,
  },
  member: { find: (id) => members.reported(id), withhold: async () => undefined },
  message: { find: threads.reported, withhold: (tx, id, state) => threads.setWithheld(tx, id, state !== null) },
})
