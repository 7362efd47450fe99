import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/** An open request for a listing. */
export type WaitingOrder = { orderId: string; listingId: string; name: string; buyerId: string; sellerId: string }
export type Reservation = { listingId: string; orderId: string }
export type ReservationStore = ReturnType<typeof makeReservationStore>

export const makeReservationStore = (db: Database) => ({
  transaction: db.transaction,

  /** The open requests for these listings, in the order they were sent. */
  waiting: (listingIds: string[], tx: Queries = db): Promise<WaitingOrder[]> =>
    tx.query<WaitingOrder>(sql`
      select distinct on (o.number, i.listing_id) o.id as "orderId", i.listing_id as "listingId", i.name,
        o.buyer_id as "buyerId", o.seller_id as "sellerId"
      from order_item i join orders o on o.id = i.order_id
      where i.listing_id = any(${listingIds}::uuid[])
        and o.delivered_at is null and o.concluded_at is null and o.cancelled_at is null
      order by o.number, i.listing_id`),

  /** Locks these requests, so that they are neither changed nor deleted until the transaction ends. */
  async lockOrders(tx: Queries, orderIds: string[]): Promise<void> {
    await tx.execute(sql`select from orders where id = any(${orderIds}::uuid[]) order by id for share`)
  },

  /** The requests that these listings are reserved for. */
  of: (listingIds: string[], tx: Queries = db): Promise<Reservation[]> =>
    tx.query(sql`
      select listing_id as "listingId", order_id as "orderId" from reservation where listing_id = any(${listingIds}::uuid[])`),

  async set(tx: Queries, listingIds: string[], orderId: string, at: Date): Promise<void> {
    await tx.execute(sql`
      insert into reservation (listing_id, order_id, created_at)
      select id, ${orderId}, ${at} from unnest(${listingIds}::uuid[]) as id order by id
      on conflict (listing_id) do update set order_id = excluded.order_id, created_at = excluded.created_at`)
  },

  /** Returns the ids of the listings that were reserved for this request. */
  async removeOf(tx: Queries, orderId: string, listingIds: string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(sql`
      delete from reservation where order_id = ${orderId} and listing_id = any(${listingIds}::uuid[])
      returning listing_id as id`)
    return rows.map(({ id }) => id)
  },

  async remove(tx: Queries, listingIds: string[]): Promise<void> {
    await tx.execute(sql`delete from reservation where listing_id = any(${listingIds}::uuid[])`)
  },
})
