import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lockName } from '#server/platform/db/named-lock.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

const LIST = join(import.meta.dirname, 'list.json')

/** The groups of the list that comes with the program. */
export const readBuiltInSynonyms = async (): Promise<string[][]> => JSON.parse(await readFile(LIST, 'utf8'))

/** Replaces the stored built-in groups by those of the list; does nothing if they are equal. */
export const storeBuiltInSynonyms = async (db: Database): Promise<void> => {
  const wanted = sql`wanted as (
    select array(select jsonb_array_elements_text(words)) as words
    from jsonb_array_elements(${JSON.stringify(await readBuiltInSynonyms())}::jsonb) as words)`
  await db.transaction(async (tx) => {
    // Serializes instances that start at the same time.
    await lockName(tx, 'built-in synonyms')
    await tx.execute(sql`
      with ${wanted} delete from synonym_group g
      where g.built_in and not exists (select from wanted w where w.words = g.words)`)
    await tx.execute(sql`
      with ${wanted} insert into synonym_group (words, built_in) select words, true from wanted w
      where not exists (select from synonym_group g where g.built_in and g.words = w.words)`)
  })
}
