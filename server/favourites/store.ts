import type { Database, Queries } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

export type FavouritesStore = ReturnType<typeof makeFavouritesStore>

export const makeFavouritesStore = (db: Database) => ({
  transaction: <T>(work: (tx: Queries) => Promise<T>) => db.transaction(work),

  /** The members with this favourite; not its seller, nor members of whom one has blocked the other. */
  async membersWith(tx: Queries, listingId: string, sellerId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(sql`
      select f.member_id as id from favourite f where f.listing_id = ${listingId} and f.member_id <> ${sellerId}
        and not exists (select from member_block b where (b.blocker_id, b.blocked_id) in
          ((f.member_id, ${sellerId}), (${sellerId}, f.member_id)))
      order by f.member_id`)
    return rows.map(({ id }) => id)
  },

  /** Last added first. */
  async idsOf(memberId: string): Promise<string[]> {
    const rows = await db.query<{ id: string }>(sql`
      select listing_id as id from favourite where member_id = ${memberId} order by created_at desc, listing_id`)
    return rows.map(({ id }) => id)
  },

  async add(memberId: string, listingId: string): Promise<void> {
    await db.execute(sql`
      insert into favourite (member_id, listing_id) values (${memberId}, ${listingId}) on conflict do nothing`)
  },

  async remove(memberId: string, listingId: string): Promise<void> {
    await db.execute(sql`delete from favourite where member_id = ${memberId} and listing_id = ${listingId}`)
  },

  async removeOf(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from favourite where member_id = ${memberId}`)
  },
})
