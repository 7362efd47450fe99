import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

/** `words` is the telling word; rows of an earlier version have all words of the search. */
export type MissedRow = { words: string; typed: string; person: string }
export type SoughtListing = { name: string; sellerId: string }
export type SoughtStore = ReturnType<typeof makeSoughtStore>

export const makeSoughtStore = (db: Database) => ({
  async add({ words, typed, person }: MissedRow, day: string): Promise<void> {
    await db.execute(sql`
      insert into missed_search (words, typed, person, day) values (${words}, ${typed}, ${person}, ${day})
      on conflict (words, person) do update set day = excluded.day, typed = excluded.typed`)
  },

  /** The newest ones. */
  missed: (limit: number): Promise<MissedRow[]> =>
    db.query<MissedRow>(sql`select words, typed, person from missed_search order by day desc limit ${limit}`),

  /** The newest public «Cerco». */
  listings: (limit: number): Promise<SoughtListing[]> =>
    db.query<SoughtListing>(sql`
      select l.name, l.seller_id as "sellerId" from listing l
      where l.shown and l.section = 'cerco' order by l.place desc limit ${limit}`),

  removeBefore: (day: string): Promise<number> => db.execute(sql`delete from missed_search where day < ${day}`),
})
