import type { Member } from '#domain/accounts/access.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { ListingDetail } from '#domain/market/listings.schema.ts'
import type { Queries } from '#server/platform/db/pool.ts'

/** What conversations need from areas that depend on this one; server/services.ts connects them. */
export type ThreadHooks = {
  listings: { get(id: string, viewer: Member): Promise<ListingDetail> }
  orders: {
    get(id: string, viewer: Member): Promise<OrderView>
    /** Returns false if the request was deleted. */
    lock(tx: Queries, id: string): Promise<boolean>
    /** Minutes from a request to the owner's first act, for the last answered requests. */
    answerMinutes(sellerId: string, most: number): Promise<number[]>
    /** A message of the owner answers the request. */
    noteAnswer(tx: Queries, orderId: string, at: Date): Promise<void>
  }
  /** Returns contacts by id, without deleted members. Locks the members against deletion until the transaction ends. */
  members: { contacts(tx: Queries, ids: string[]): Promise<Map<string, { id: string; username: string }>> }
  blocks: { areBlocked(tx: Queries, one: string, other: string): Promise<boolean> }
  acting: { refuseVolunteerAsParty(viewer: Member, otherId: string | null): void }
  strangerLimits: { take(tx: Queries, name: 'messageToStranger', from: string, to: string): Promise<void> }
  /** Records that the owner is still active on these listings. */
  life(tx: Queries, ownerId: string, listingIds: string[]): Promise<void>
}
