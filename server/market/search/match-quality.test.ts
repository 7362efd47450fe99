// @module-tag slow
import { expect, test } from 'vitest'
import { makeMatches } from '#server/market/search/matches.ts'
import { readBuiltInSynonyms } from '#server/market/synonyms/built-in-store.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aDatabase } from '#test/database.ts'
import { EVERYDAY_PAIRS, LATER_PAIRS } from '#test/everyday-pairs.ts'
import { makePopulation } from '#test/population.ts'

// Recall and precision of the matching on synonym groups that were not used to choose its weights (match-score.ts): every
// third group. The figures are printed, and stated in README.md.

const REQUESTS = ['Cerco %', 'Cercasi % per la sera', 'Cerco urgente % in cucina', '% usato per studenti']
const OFFERS = ['%', '% in ottimo stato', 'Offro % come nuovo', '% della nonna, colore blu', '% da cucina per studenti']

type Pair = { group: number; word: string }

const aRequest = (name: string) =>
  ({ section: 'cerco', name, brand: '', category: 'Varie', isService: false, city: '', municipality: '' }) as const

const measure = async ({ withGroups, third }: { withGroups: boolean; third: number }) => {
  const db = await aDatabase()
  const groups = (await readBuiltInSynonyms()).filter((_, index) => index % 3 === third)
  if (!withGroups) {
    for (const words of groups) await db.execute(sql`delete from synonym_group where words = ${words}::text[]`)
  }
  const { aMember } = makePopulation(db)
  const { id: seller } = await aMember()
  const write = (template: string, word: string) => template.replace('%', word)
  const pairs = groups.flatMap((words, group) => words.map((word): Pair => ({ group, word })))
  const names = pairs.map(({ word }, index) => write(OFFERS[index % OFFERS.length] ?? '', word))
  await db.execute(sql`insert into category (key, name) values ('varie', 'Varie')`)
  const listings: { id: string; name: string }[] = []
  // In batches: on a busy machine one statement for all would reach its time limit.
  for (let first = 0; first < names.length; first += 50)
    listings.push(
      ...(await db.query<{ id: string; name: string }>(sql`
        insert into listing (place, seller_id, name, category) select nextval('listing_place'), ${seller}, name, 'varie'
        from unnest(${names.slice(first, first + 50)}::text[]) as name returning id, name`)),
    )
  const offers = new Map(listings.map(({ id, name }) => [id, pairs[names.indexOf(name)]]))
  const findMatches = makeMatches(db)
  let [expected, right, found] = [0, 0, 0]
  for (const [index, { group, word }] of pairs.entries()) {
    const name = write(REQUESTS[index % REQUESTS.length] ?? '', word)
    const matches = (await findMatches(aRequest(name), [], 50)).map(({ id }) => offers.get(id))
    // Matches by the same word do not test the synonyms.
    const others = matches.filter((match) => match?.word !== word)
    expected += pairs.filter((pair) => pair.group === group && pair.word !== word).length
    found += others.length
    right += others.filter((match) => match?.group === group).length
  }
  return { groups: groups.length, recall: right / expected, precision: found === 0 ? 1 : right / found }
}

const percent = (share: number) => `${Math.round(share * 1000) / 10} %`

test('recall and precision on the groups held out', async () => {
  const held = await measure({ withGroups: true, third: 2 })
  const tuned = await measure({ withGroups: true, third: 0 })
  const unlisted = await measure({ withGroups: false, third: 2 })
  for (const [what, { groups, recall, precision }] of Object.entries({ held, tuned, unlisted }))
    process.stdout.write(`${what}: ${groups} groups, recall ${percent(recall)}, precision ${percent(precision)}\n`)
  expect(held.recall).toBeGreaterThan(0.9)
  expect(held.precision).toBeGreaterThan(0.9)
  // Without its group in the list a synonym is not found: the words alone have nothing in common.
  expect(unlisted.recall).toBeLessThan(0.2)
}, 300_000)

const measureEveryday = async (pairs: [wanted: string, offered: string][]) => {
  const db = await aDatabase()
  const { aMember } = makePopulation(db)
  const { id: seller } = await aMember()
  await db.execute(sql`insert into category (key, name) values ('varie', 'Varie')`)
  const listings = await db.query<{ id: string; name: string }>(sql`
    insert into listing (place, seller_id, name, category) select nextval('listing_place'), ${seller}, name, 'varie'
    from unnest(${pairs.map(([, offered]) => offered)}::text[]) as name returning id, name`)
  const nameOf = new Map(listings.map(({ id, name }) => [id, name]))
  const findMatches = makeMatches(db)
  let [right, found] = [0, 0]
  for (const [name, offered] of pairs) {
    const matches = (await findMatches(aRequest(name), [], 50)).map(({ id }) => nameOf.get(id))
    found += matches.length
    if (matches.includes(offered)) right++
  }
  return { recall: right / pairs.length, precision: right / found }
}

test.each(Object.entries({ EVERYDAY_PAIRS, LATER_PAIRS }))(
  'recall and precision on everyday sentences that were written without the list of synonyms: %s',
  async (name, pairs) => {
    const { recall, precision } = await measureEveryday(pairs)
    process.stdout.write(`${name}: recall ${percent(recall)}, precision ${percent(precision)}\n`)
    expect(recall).toBeGreaterThan(0.4)
    expect(precision).toBeGreaterThan(0.9)
  },
)
