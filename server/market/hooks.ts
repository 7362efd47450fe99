import type { Queries } from '#server/platform/db/pool.ts'

export type EventDetails = { startsAt: Date | null; endsAt: Date | null; place: string }

/** What the market needs from the exchange area; server/services.ts connects the two. */
export type MarketHooks = {
  /** Whether a request of this member about the listing was delivered or concluded. */
  hasFinished(memberId: string, listingId: string): Promise<boolean>
  countRequests(listingId: string): Promise<number>
  /** Which of these pictures are used by a request. */
  picturesInRequests(tx: Queries, urls: string[]): Promise<ReadonlySet<string>>
  events: {
    /** Call it before locking the listing if one of the others is called later: members are locked before listings. */
    lockPeople(tx: Queries, listingId: string, sellerId: string): Promise<void>
    /** Updates the open requests to the event. Without details, the listing is no longer an event. */
    follow(tx: Queries, listingId: string, details: EventDetails | null): Promise<void>
    /** Call it before the listing is deleted. */
    remove(tx: Queries, listingId: string): Promise<void>
  }
}
