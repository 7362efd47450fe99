import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'

const LIST = join(import.meta.dirname, 'list.json')

/** The groups of the list that comes with the program. */
export const readBuiltInSynonyms = async (): Promise<string[][]> => JSON.parse(await readFile(LIST, 'utf8'))

/** Makes the stored built-in groups those of the list; does nothing if they already are. */
export const storeBuiltInSynonyms = async (client: ClientBase): Promise<void> => {
  const list = JSON.stringify(await readBuiltInSynonyms())
  const wanted = `wanted as (
    select array(select jsonb_array_elements_text(words)) as words from jsonb_array_elements($1::jsonb) as words)`
  await client.query(
    `with ${wanted} delete from synonym_group g
     where g.built_in and not exists (select from wanted w where w.words = g.words)`,
    [list],
  )
  await client.query(
    `with ${wanted} insert into synonym_group (words, built_in) select words, true from wanted w
     where not exists (select from synonym_group g where g.built_in and g.words = w.words)`,
    [list],
  )
}
