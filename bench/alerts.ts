import { withCopy } from '#bench/copy.ts'
import { withDatabase } from '#bench/database.ts'
import { cpuMsOfCommand, cpuMsOfProcess } from '#bench/process.ts'
import { seeded } from '#bench/seed.ts'
import { CATEGORIES, drawRank, inventedWord, seededRandom } from '#bench/seed-listings.ts'
import { ListingQuery } from '#domain/market/listings.schema.ts'
import { makeSearch } from '#server/market/search/search.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { someServices } from '#test/services.ts'

// CPU milliseconds of this process and the database, measured in turns: for a search, for a publication (the listing,
// its counts, and finding the saved searches that find it), and for telling the members, which grows with their number.

const ALERTS_EACH = 20
const WORDS_DRAWN_FROM = 20_000
const CALLS_PER_SAMPLE = 10
const THINGS = ['bicicletta', 'tavolo', 'marmellata', 'chitarra', 'lampada', 'maglione', 'trapano', 'libro', 'sedia']
const QUALITIES = ['usato', 'nuovo', 'leggero', 'robusto', 'antico', 'colorato', 'piccolo', 'grande']

type Draw = { random: () => number; comuni: string[]; sellerId: string | undefined }

const pick = <T>(list: readonly T[], { random }: Draw): T => list[Math.floor(random() * list.length)] as T
const rareWord = ({ random }: Draw) => inventedWord(drawRank(random, WORDS_DRAWN_FROM))
const comune = (draw: Draw) => pick(draw.comuni, draw)

/** Saved searches use rare words: all words of the vocabulary are equally probable. */
const uniformWord = ({ random }: Draw) => inventedWord(1 + Math.floor(random() * WORDS_DRAWN_FROM))

/** What members save: mostly words, some with filters. Frequent words come with a place or another filter. */
const SAVED: ((draw: Draw) => Record<string, string>)[] = [
  (draw) => ({ name: uniformWord(draw) }),
  (draw) => ({ name: uniformWord(draw) }),
  (draw) => ({ name: `${rareWord(draw)} ${uniformWord(draw)}` }),
  (draw) => ({ name: `${pick(THINGS, draw)} ${uniformWord(draw)}` }),
  (draw) => ({ name: pick(THINGS, draw), near: comune(draw), km: pick(['5', '10', '25'], draw) }),
  (draw) => ({ name: rareWord(draw), category: pick(CATEGORIES, draw) }),
  (draw) => ({ category: pick(CATEGORIES, draw), near: comune(draw), km: '10', section: 'offro' }),
  (draw) => ({ name: pick(THINGS, draw), category: pick(CATEGORIES, draw), max: pick(['1', '5', '20'], draw) }),
]

const SEARCHES: ((draw: Draw) => Record<string, string>)[] = [
  (draw) => ({ name: rareWord(draw) }),
  (draw) => ({ name: pick(THINGS, draw) }),
  (draw) => ({ name: `${pick(THINGS, draw)} ${rareWord(draw)}` }),
  (draw) => ({ category: pick(CATEGORIES, draw) }),
  (draw) => ({ name: pick(THINGS, draw), near: comune(draw), km: '25' }),
]

const drawOn = async (db: Database, seed: number): Promise<Draw> => {
  const rows = await db.query<{ id: number }>(sql`select id from comune order by id limit 300`)
  const seller = await db.first<{ id: string }>(sql`select id from member where username = 'BOTTEGA1'`)
  return { random: seededRandom(seed), comuni: rows.map(({ id }) => String(id)), sellerId: seller?.id }
}

const saveAlerts = async (db: Database, count: number): Promise<void> => {
  const search = makeSearch(db)
  const draw = await drawOn(db, 11)
  await db.execute(sql`
    insert into member (username, username_key, email, email_key, password_hash, verified)
    select 'CERCA' || n, 'cerca' || n, 'cerca' || n || '@esempio.test', 'cerca' || n || '@esempio.test', 'none', true
    from generate_series(1, ${Math.ceil(count / ALERTS_EACH)}::integer) as n`)
  const members = await db.query<{ id: string }>(sql`select id from member where username like 'CERCA%' order by id`)
  for (const { id } of members) {
    const searchIds: number[] = []
    await db.transaction(async (tx) => {
      for (let alert = 0; alert < ALERTS_EACH; alert++) {
        const query = ListingQuery.parse(pick(SAVED, draw)(draw))
        const searchId = await search.saved.save(tx, query, { noWords: 'no words' })
        await tx.execute(sql`
          insert into alert (member_id, search_id, created_at) values (${id}, ${searchId}, now()) on conflict do nothing`)
        searchIds.push(searchId)
      }
    })
    for (const searchId of searchIds) await search.saved.resolve(searchId)
  }
  await db.execute(sql`vacuum (analyze) saved_search, alert`)
}

/** Publishes a listing; returns its id. */
const publish = async (db: Database, draw: Draw): Promise<string> => {
  const description = Array.from({ length: 24 }, () => rareWord(draw)).join(' ')
  const name = `${pick(THINGS, draw)} ${pick(QUALITIES, draw)} ${rareWord(draw)}`
  const price = Math.round(50 * 4_000 ** draw.random())
  const [row] = await db.query<{ id: string }>(sql`
    insert into listing (place, published_at, seller_id, name, section, category, price_val, description, municipality, city)
    select nextval('listing_place'), now(), ${draw.sellerId}::uuid, ${name},
      ${pick(['offro', 'cerco'], draw)}, ${pick(CATEGORIES, draw).toLowerCase()}, ${price}, ${description},
      c.name, c.province from comune c where c.id = ${Number(comune(draw))}
    returning id`)
  return row?.id ?? ''
}

type AlertCost = { what: string; ms: number; 'in ricerche': number }

/** Of a database in `folder` with saved searches: the cost of a publication as a multiple of a search's. */
const measure = async (db: Database, folder: string, alerts: number, rounds: number): Promise<AlertCost[]> => {
  const draw = await drawOn(db, 3)
  const search = makeSearch(db)
  const own = someServices(db, () => new Date()).alerts
  const published: string[] = []
  const spent = { ricerca: 0, pubblicazione: 0, avvisi: 0 }
  const work: Record<keyof typeof spent, () => Promise<unknown>> = {
    ricerca: () => search.listings(ListingQuery.parse(pick(SEARCHES, draw)(draw))),
    pubblicazione: async () => {
      const id = await publish(db, draw)
      await search.saved.thatFind(id)
      published.push(id)
    },
    // Includes the search for matching alerts.
    avvisi: () => own.match(published.shift() ?? ''),
  }
  const cpu = () => cpuMsOfProcess(process.pid) + cpuMsOfCommand(folder)
  const runSome = async (what: keyof typeof spent) => {
    const before = cpu()
    // Several calls, because CPU time is counted in steps of ten milliseconds.
    for (let many = 0; many < CALLS_PER_SAMPLE; many++) await work[what]()
    return cpu() - before
  }
  const names = Object.keys(work) as (keyof typeof spent)[]
  for (const what of names) await runSome(what)
  for (let round = 0; round < rounds; round++) for (const what of names) spent[what] += await runSome(what)
  const [{ told } = { told: 0 }] = await db.query<{ told: number }>(sql`select count(*) as told from notice`)
  const ms = (what: keyof typeof spent) => spent[what] / rounds / CALLS_PER_SAMPLE
  const row = (what: string, cost: number) => ({
    what,
    ms: Math.round(cost * 100) / 100,
    'in ricerche': Math.round((cost / ms('ricerca')) * 100) / 100,
  })
  return [
    row('una ricerca', ms('ricerca')),
    row(`una pubblicazione che trova chi avvisare, tra ${alerts} ricerche salvate`, ms('pubblicazione')),
    row(`${(told / CALLS_PER_SAMPLE / (rounds + 1)).toFixed(1)} avvisi (con la ricerca di prima)`, ms('avvisi')),
  ]
}

export const benchAlerts = async (listings: number, alerts: number, rounds: number): Promise<AlertCost[]> =>
  withCopy(await seeded(listings), (folder) =>
    withDatabase(
      folder,
      async (db) => {
        await saveAlerts(db, alerts)
        return measure(db, folder, alerts, rounds)
      },
      { connections: 2 },
    ),
  )
