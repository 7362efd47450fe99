import type { Member } from '#domain/accounts/access.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { ListingDetail } from '#domain/market/listings.schema.ts'
import type { Queries } from '#server/platform/db/pool.ts'

/** What conversations need of the areas above; server/services.ts connects them. */
export type ThreadHooks = {
  listings: { get(id: string, viewer: Member): Promise<ListingDetail> }
  orders: {
    get(id: string, viewer: Member): Promise<OrderView>
    /** Minutes from a request to its first step by the seller. */
    firstSteps(sellerId: string, most: number): Promise<{ orderId: string; minutes: number }[]>
  }
  /** By id, without deleted members; none of them can be deleted until the transaction ends. */
  members: { contacts(tx: Queries, ids: string[]): Promise<Map<string, { id: string; username: string }>> }
  blocks: { areBlocked(tx: Queries, one: string, other: string): Promise<boolean> }
  acting: { refuseVolunteerAsParty(viewer: Member, otherId: string | null): void }
  strangerLimits: { take(tx: Queries, name: 'messageToStranger', from: string, to: string): Promise<void> }
  /** Records a sign of life of an owner's listings. */
  life(tx: Queries, ownerId: string, listingIds: string[]): Promise<void>
}
