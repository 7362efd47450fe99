import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/** A notice for the members who have a listing as favourite. The text quotes the name of `listing`; null in older rows. */
export type News = { members: string[]; text: string; link: string; listing: string | null }
export type FavouritesStore = ReturnType<typeof makeFavouritesStore>

export const makeFavouritesStore = (db: Database) => ({
  transaction: db.transaction,

  /** The members with this favourite, without its seller and members blocked by or blocking the seller. */
  async membersWith(tx: Queries, listingId: string, sellerId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(sql`
      select f.member_id as id from favourite f where f.listing_id = ${listingId} and f.member_id <> ${sellerId}
        and not exists (select from member_block b where (b.blocker_id, b.blocked_id) in
          ((f.member_id, ${sellerId}), (${sellerId}, f.member_id)))
      order by f.member_id`)
    return rows.map(({ id }) => id)
  },

  /** Returns its id. */
  async addNews(tx: Queries, { members, text, link, listing }: News): Promise<string> {
    const row = await tx.first<{ id: string }>(sql`
      insert into favourite_news (members, text, link, listing_id) values (${members}::uuid[], ${text}, ${link}, ${listing})
      returning id`)
    return row?.id ?? ''
  },

  async removeNews(tx: Queries, listingId: string): Promise<void> {
    await tx.execute(sql`delete from favourite_news where listing_id = ${listingId}`)
  },

  /** Deletes and returns the row; undefined if it was taken before. */
  takeNews: (tx: Queries, id: string): Promise<News | undefined> =>
    tx.first<News>(
      sql`delete from favourite_news where id = ${id} returning members, text, link, listing_id as listing`,
    ),

  /** Last added first. */
  async idsOf(memberId: string): Promise<string[]> {
    const rows = await db.query<{ id: string }>(sql`
      select listing_id as id from favourite where member_id = ${memberId} order by created_at desc, listing_id`)
    return rows.map(({ id }) => id)
  },

  /** Returns false if it is already a favourite, or if the listing does not exist or is deleted at the same moment. */
  add: (memberId: string, listingId: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      // Members are locked before listings.
      await tx.execute(sql`select from member where id = ${memberId} for key share`)
      const count = await tx.execute(sql`
        insert into favourite (member_id, listing_id) select ${memberId}, id from listing where id = ${listingId}
        for key share
        on conflict do nothing`)
      return count > 0
    }),

  async remove(memberId: string, listingId: string): Promise<void> {
    await db.execute(sql`delete from favourite where member_id = ${memberId} and listing_id = ${listingId}`)
  },

  async removeOf(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from favourite where member_id = ${memberId}`)
  },
})
