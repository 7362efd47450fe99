import type { PictureFormat } from '#server/market/uploads/images.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type NewUpload = { id: string; memberId: string; url: string; format: PictureFormat; bytes: number; at: Date }
export type UploadsStore = ReturnType<typeof makeUploadsStore>

export const makeUploadsStore = (db: Database) => ({
  transaction: db.transaction,

  async add({ id, memberId, url, format, bytes, at }: NewUpload): Promise<void> {
    await db.execute(sql`insert into upload (id, member_id, url, format, bytes, unused_since)
      values (${id}, ${memberId}, ${url}, ${format}, ${bytes}, ${at})`)
  },

  async countUnused(memberId: string): Promise<number> {
    const row = await db.first<{ count: number }>(sql`
      select count(*) from upload where member_id = ${memberId} and listing_id is null and not is_logo and not in_settings and not in_order`)
    return row?.count ?? 0
  },

  /** The addresses of the pictures in use that are files of the data folder. */
  async usedFiles(): Promise<string[]> {
    const rows = await db.query<{ url: string }>(sql`
      select url from upload
      where url like '/uploads/%' and (listing_id is not null or is_logo or in_settings or in_order)`)
    return rows.map(({ url }) => url)
  },

  /** Assigns unused pictures of a member to a listing; returns how many were assigned. */
  async assignToListing(tx: Queries, urls: string[], memberId: string, listingId: string): Promise<number> {
    return tx.execute(sql`
      update upload set listing_id = ${listingId}
      where url = any(${urls}) and member_id = ${memberId} and not is_logo and not in_settings and not removing
        and (listing_id is null or listing_id = ${listingId})`)
  },

  async detachFromListing(tx: Queries, listingId: string, keepUrls: string[], at: Date): Promise<void> {
    await tx.execute(sql`update upload set listing_id = null, unused_since = ${at}
      where listing_id = ${listingId} and url <> all(${keepUrls})`)
  },

  async makeLogo(tx: Queries, url: string, memberId: string): Promise<boolean> {
    const count = await tx.execute(sql`
      update upload set is_logo = true
      where url = ${url} and member_id = ${memberId} and format = 'jpeg' and listing_id is null and not removing`)
    return count === 1
  },

  async detachLogos(tx: Queries, memberId: string, keepUrl: string, at: Date): Promise<void> {
    await tx.execute(sql`update upload set is_logo = false, unused_since = ${at}
      where member_id = ${memberId} and is_logo and url <> ${keepUrl}`)
  },

  /** Marks unused pictures of a member as pictures of the settings; returns how many. */
  assignToSettings: (tx: Queries, urls: string[], memberId: string): Promise<number> =>
    tx.execute(sql`
      update upload set in_settings = true
      where url = any(${urls}) and member_id = ${memberId} and not is_logo and listing_id is null and not removing`),

  async detachFromSettings(tx: Queries, keepUrls: string[], at: Date): Promise<void> {
    await tx.execute(sql`
      update upload set in_settings = false, unused_since = ${at} where in_settings and url <> all(${keepUrls})`)
  },

  /** Locks the pictures unused since then; skips rows locked elsewhere. */
  lockUnused: (tx: Queries, since: Date, limit: number): Promise<{ id: string; url: string }[]> =>
    tx.query<{ id: string; url: string }>(sql`
    select id, url from upload
    where listing_id is null and not is_logo and not in_settings and not in_order and unused_since < ${since}
    order by unused_since limit ${limit} for update skip locked`),

  async markOrdered(tx: Queries, ids: string[]): Promise<void> {
    await tx.execute(sql`update upload set in_order = true where id = any(${ids}::uuid[])`)
  },

  async markRemoving(tx: Queries, ids: string[]): Promise<void> {
    await tx.execute(sql`update upload set removing = true where id = any(${ids}::uuid[])`)
  },

  async remove(ids: string[]): Promise<void> {
    await db.execute(sql`delete from upload where id = any(${ids}::uuid[])`)
  },
})
