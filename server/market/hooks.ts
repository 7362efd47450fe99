import type { Section } from '#domain/market/listings.ts'
import type { Queries } from '#server/platform/db/pool.ts'

export type EventDetails = { startsAt: Date | null; endsAt: Date | null; place: string }
export type EventListing = { id: string; sellerId: string; name: string; section: Section; draft: boolean }

/** What the market needs of the requests about its listings; server/services.ts connects them. */
export type MarketHooks = {
  /** Whether a request of this member about the listing was delivered or concluded. */
  hasFinished(memberId: string, listingId: string): Promise<boolean>
  countRequests(listingId: string): Promise<number>
  /** Which of these pictures are used by a request. */
  picturesInRequests(tx: Queries, urls: string[]): Promise<ReadonlySet<string>>
  events: {
    /** Call before the listing is locked, where `follow` comes after: members are locked first. */
    lockPeople(tx: Queries, listingId: string, sellerId: string): Promise<void>
    /** Open requests follow the event. Without details the listing was deleted or is no event any more. */
    follow(tx: Queries, listing: EventListing, details: EventDetails | null): Promise<void>
  }
}
