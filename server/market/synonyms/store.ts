import { lockName } from '#server/platform/db/named-lock.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type SynonymGroupRow = { id: string; words: string[]; builtIn: boolean }
export type SynonymsStore = ReturnType<typeof makeSynonymsStore>

export const makeSynonymsStore = (db: Database) => ({
  transaction: db.transaction,

  /** Groups added by admins first, newest first; then the built-in ones by their first word. */
  groups: (): Promise<SynonymGroupRow[]> =>
    db.query<SynonymGroupRow>(sql`
      select id, words, built_in as "builtIn" from synonym_group
      order by built_in, case when built_in then null else created_at end desc, words`),

  async countAdded(tx: Queries): Promise<number> {
    // Serializes concurrent requests, so that the limit holds.
    await lockName(tx, 'synonym groups')
    const row = await tx.first<{ count: number }>(sql`select count(*) from synonym_group where not built_in`)
    return row?.count ?? 0
  },

  /** Undefined if the search sees fewer than two different words in the group. */
  async add(tx: Queries, words: string[]): Promise<string | undefined> {
    const row = await tx.first<{ id: string }>(sql`
      insert into synonym_group (words, built_in) select ${words}::text[], false
      where (select count(distinct phraseto_tsquery('italiano', searchable(word))::text) from unnest(${words}::text[]) as word
        where numnode(phraseto_tsquery('italiano', searchable(word))) > 0) > 1
      returning id`)
    return row?.id
  },

  /** Returns the words of the removed group; undefined if there is no such group or it is built in. */
  async remove(tx: Queries, id: string): Promise<string[] | undefined> {
    const row = await tx.first<{ words: string[] }>(sql`
      delete from synonym_group where id = ${id} and not built_in returning words`)
    return row?.words
  },
})
