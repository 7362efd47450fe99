import type { Database, Queries } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

export type FavouritesStore = ReturnType<typeof makeFavouritesStore>

export const makeFavouritesStore = (db: Database) => ({
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
