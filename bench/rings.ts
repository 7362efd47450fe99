import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withDatabase } from '#bench/database.ts'
import { exactCpuMsOfProcess } from '#bench/process.ts'
import { seededRandom } from '#bench/seed-listings.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { findCandidates } from '#server/exchange/rings/candidates.ts'
import { makeEdgesStore } from '#server/exchange/rings/edges-store.ts'
import { storeBuiltInSynonyms } from '#server/market/synonyms/built-in-store.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { raw, type Sql, sql } from '#server/platform/db/sql.ts'

// The time to find the rings through a new listing, in a generated graph of members, requests and offers that answer them.
// In so large a random graph hardly any ring closes, so some are added: single rings, and groups in which everyone could
// exchange with everyone.

const WARM_UP = 50

const RINGS_OF_EACH_LENGTH = 700
const GROUPS = 100
const MEMBERS_OF_GROUP = 30
const EDGES_IN_GROUP = 10

type Size = { members: number; requests: number; edgesOfRequest: number; searches: number }

/** Drops indexes and foreign keys; returns the statements that restore the indexes of the graph, all that is needed. */
const dropIndexes = async (db: Database): Promise<string[]> => {
  const indexes = await db.query<{ name: string; definition: string }>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid in ('listing'::regclass, 'ring_edge'::regclass)
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`)
  for (const { name } of indexes) await db.execute(raw(`drop index ${name}`))
  const references = await db.query<{ name: string; table: string }>(sql`
    select conname as name, conrelid::regclass::text as table from pg_constraint
    where conrelid in ('listing'::regclass, 'ring_edge'::regclass) and contype = 'f'`)
  for (const { name, table } of references) await db.execute(raw(`alter table ${table} drop constraint ${name}`))
  return indexes.map(({ definition }) => definition).filter((definition) => definition.includes('ring_edge'))
}

/** An offer of every member, requests of some, and edges from offers to each request: half of these of few members. */
const fill = async (db: Database, { members, requests, edgesOfRequest }: Size): Promise<void> => {
  await db.execute(sql`
    insert into member (username, username_key, email, email_key, password_hash, verified, is_seller, created_at)
    select 'SOCIO' || n, 'socio' || n, n || '@esempio.test', n || '@esempio.test', 'none', true, true,
      now() - interval '1 year'
    from generate_series(1, ${members}::integer) as n`)
  await db.execute(sql`create temp table person as select id, row_number() over (order by id) as n from member`)
  await db.execute(sql`create index on person (n)`)
  await db.execute(sql`insert into category (key, name) values ('varie', 'Varie')`)
  await db.execute(sql`alter table listing disable trigger user`)
  await db.execute(sql`alter table listing enable trigger listing_set_search`)
  const rebuild = await dropIndexes(db)
  const listings = (section: string, many: number) => sql`
    insert into listing (place, seller_id, name, category, section, is_service)
    select nextval('listing_place'), p.id, 'Cosa ' || p.n, 'varie', ${section}, true
    from person p where p.n <= ${many}`
  await db.execute(listings('offro', members))
  await db.execute(listings('cerco', requests))
  await db.execute(sql`
    create temp table offer as select l.id, l.seller_id, p.n from listing l join person p on p.id = l.seller_id
    where l.section = 'offro'`)
  await db.execute(sql`create index on offer (n)`)
  await db.execute(sql`
    create temp table wanted as select l.id, l.seller_id, p.n from listing l join person p on p.id = l.seller_id
    where l.section = 'cerco'`)
  await db.execute(sql`create index on wanted (n)`)
  await db.execute(sql`
    insert into ring_edge (offer_id, wanted_id, giver_id, receiver_id, score, print)
    select distinct on (o.id, w.id) o.id, w.id, o.seller_id, w.seller_id, 0.5 + random() / 2, 0
    from (select l.id, l.seller_id, k,
        1 + floor(case when k % 2 = 0 then random() * ${members}::integer
          else ${members}::integer ^ random() end)::integer as n
      from listing l cross join generate_series(1, ${edgesOfRequest}::integer) as k where l.section = 'cerco') as w
    join offer o on o.n = w.n and o.seller_id <> w.seller_id`)
  for (const statement of rebuild) await db.execute(raw(statement))
  await db.execute(sql`alter table listing enable trigger user`)
  await db.execute(sql`vacuum (analyze, freeze)`)
}

/** Adds edges between members, given by number: `edges` has columns giver and receiver. */
const addEdges = async (db: Database, edges: Sql): Promise<void> => {
  await db.execute(sql`
    insert into ring_edge (offer_id, wanted_id, giver_id, receiver_id, score, print)
    select o.id, w.id, o.seller_id, w.seller_id, 0.5 + random() / 2, 0
    from (${edges}) as e join offer o on o.n = e.giver join wanted w on w.n = e.receiver
    where o.seller_id <> w.seller_id on conflict do nothing`)
}

const offersOf = async (db: Database, numbers: Sql): Promise<string[]> =>
  (await db.query<{ id: string }>(sql`select o.id from offer o where o.n in (${numbers}) order by o.n`)).map(
    ({ id }) => id,
  )

/** Closes rings of this many members; returns an offer of each. */
const addRings = async (db: Database, length: number, { requests }: Size): Promise<string[]> => {
  const member = (at: Sql) =>
    sql`1 + ((ring * 4 + ${length}::bigint * 7919 + (${at}) * 104729) * 31 % ${requests})::integer`
  const rings = sql`generate_series(1, ${RINGS_OF_EACH_LENGTH}::bigint) as ring`
  await addEdges(
    db,
    sql`select ${member(sql`at`)} as giver, ${member(sql`(at + 1) % ${length}::bigint`)} as receiver
      from ${rings}, generate_series(0, ${length}::bigint - 1) as at`,
  )
  return offersOf(db, sql`select ${member(sql`0`)} from ${rings}`)
}

/** Groups of neighbours who answer many of each other's requests; returns their offers. */
const addGroups = async (db: Database): Promise<string[]> => {
  const first = sql`1000 + g * ${MEMBERS_OF_GROUP}::integer`
  const groups = sql`generate_series(1, ${GROUPS}::integer) as g`
  const members = sql`generate_series(0, ${MEMBERS_OF_GROUP}::integer - 1)`
  await addEdges(
    db,
    sql`select ${first} + giver as giver, ${first} + receiver as receiver
      from ${groups}, ${members} as giver, ${members} as receiver
      where hashint4((g * 31 + giver) * 31 + receiver) & 1023 < 1024 * ${EDGES_IN_GROUP}::integer / ${MEMBERS_OF_GROUP}::integer`,
  )
  return offersOf(db, sql`select ${first} + m from ${groups}, ${members} as m`)
}

const measure = async (db: Database, ids: string[], searches: number) => {
  const edges = makeEdgesStore(db)
  const random = seededRandom(7)
  const [{ pid } = { pid: 0 }] = await db.query<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  const elapsed: number[] = []
  const processor: number[] = []
  let [closing, found] = [0, 0]
  for (let search = -WARM_UP; search < searches; search++) {
    const id = ids[Math.floor(random() * ids.length)] ?? ''
    const [began, used] = [performance.now(), exactCpuMsOfProcess(pid)]
    const rings = await findCandidates(edges, id, new Date(Date.now() - 14 * DAY_MS), new Date())
    if (search < 0) continue
    elapsed.push(performance.now() - began)
    processor.push(exactCpuMsOfProcess(pid) - used)
    if (rings.length > 0) closing++
    found += rings.length
  }
  const at = (times: number[], share: number) =>
    (times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0).toFixed(1)
  return {
    'ms (mediana)': at(elapsed, 0.5),
    'ms (p99)': at(elapsed, 0.99),
    'ms di processore (p99)': at(processor, 0.99),
    'con anelli': `${Math.round((100 * closing) / searches)} %`,
    'anelli trovati': (found / searches).toFixed(1),
  }
}

const measureAll = async (db: Database, size: Size): Promise<object[]> => {
  await migrate(db)
  await storeBuiltInSynonyms(db)
  await fill(db, size)
  const [graph] = await db.query<{ edges: number; mb: number }>(sql`
    select count(*) as edges, pg_total_relation_size('ring_edge') / 1048576 as mb from ring_edge`)
  const any = await db.query<{ id: string }>(sql`
    select distinct offer_id as id from ring_edge union select id from listing where section = 'cerco' order by id`)
  const samples = {
    'un annuncio qualsiasi': any.map(({ id }) => id),
    'chiude un anello di 2': await addRings(db, 2, size),
    'chiude un anello di 3': await addRings(db, 3, size),
    'chiude un anello di 4': await addRings(db, 4, size),
    'in un gruppo che scambia tutto': await addGroups(db),
  }
  const { members, requests, searches } = size
  const rows: object[] = []
  for (const [what, ids] of Object.entries(samples)) {
    const measured = await measure(db, ids, searches)
    rows.push({ what, membri: members, cerco: requests, archi: graph?.edges, MB: graph?.mb, ...measured })
  }
  return rows
}

export const benchRings = async (quick: boolean): Promise<object[]> => {
  const full = { members: 500_000, requests: 300_000, edgesOfRequest: 6, searches: 1_000 }
  const size = quick ? { ...full, members: 50_000, requests: 30_000, searches: 200 } : full
  const folder = await mkdtemp(join(tmpdir(), 'piazza-rings-'))
  try {
    return await withDatabase(folder, (db) => measureAll(db, size))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
