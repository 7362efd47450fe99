import {
  type Counter,
  type ListingState,
  type OrderableRow,
  type Quantity,
  STATE_COLUMNS,
} from '#server/market/listings/rows.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

export type StockStore = ReturnType<typeof makeStockStore>

export const makeStockStore = (db: Database) => {
  const columns = sql`
    id, name, images, section, is_service as "isService", price_val as "priceVal", price_euro as "priceEuro", stock,
    places, starts_at as "startsAt", ends_at as "endsAt", venue, city, municipality, aux_phone as "auxPhone", shown,
    expires_at as "expiresAt", delivery, seller_id as "sellerId",
    (select m.shown_name from member m where m.id = seller_id) as "sellerName"`
  const changeStock = async (tx: Queries, quantities: Quantity[], counter: Counter, sign: 1 | -1): Promise<number> => {
    const column = raw(counter)
    const ids = quantities.map(({ listingId }) => listingId)
    const changes = quantities.map(({ qty }) => sign * qty)
    return tx.execute(sql`
      update listing l set ${column} = l.${column} + w.change
      from (
        select w.id, w.change from unnest(${ids}::uuid[], ${changes}::integer[]) as w(id, change)
        join listing on listing.id = w.id order by w.id for no key update of listing) as w
      where l.id = w.id and l.${column} + w.change >= 0`)
  }

  return {
    /** Locks the rows as `lock` does. */
    lockStates: (tx: Queries, ids: string[]): Promise<ListingState[]> =>
      tx.query<ListingState>(sql`
      select ${raw(STATE_COLUMNS)} from listing where id = any(${ids}::uuid[]) order by id for no key update`),

    read: (ids: string[]): Promise<OrderableRow[]> =>
      db.query<OrderableRow>(sql`
      select ${columns} from listing where id = any(${ids}::uuid[])`),

    /** Locks the rows in the order of their ids, so that concurrent orders cannot deadlock. */
    lock: (tx: Queries, ids: string[]): Promise<OrderableRow[]> =>
      tx.query<OrderableRow>(sql`
      select ${columns} from listing where id = any(${ids}::uuid[]) order by id for no key update`),

    /** Returns the number of listings with enough stock. */
    take: (tx: Queries, quantities: Quantity[], counter: Counter): Promise<number> =>
      changeStock(tx, quantities, counter, -1),
    putBack: (tx: Queries, quantities: Quantity[], counter: Counter): Promise<number> =>
      changeStock(tx, quantities, counter, 1),
  }
}
