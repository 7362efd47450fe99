import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '#bench/seed-listings.ts'
import { migrate } from '#server/db/migrate.ts'
import { connect, type Database } from '#server/db/pool.ts'
import { raw, sql } from '#server/db/sql.ts'
import { startEmbeddedDatabase } from '#server/embedded/postgres/start.ts'
import { makeEdgesStore } from '#server/rings/edges-store.ts'

// The time to find the rings through a new listing, in a generated graph of members, requests and offers that answer them.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WARM_UP = 100

type Size = { members: number; requests: number; edgesOfRequest: number; searches: number }

/** Drops indexes and foreign keys, and returns the statements that restore the indexes of the graph; the others are not needed. */
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

/** One offer for every member, requests of some, and for each request offers that answer it: half of them of few members. */
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
    insert into ring_edge (offer_id, wanted_id, giver_id, receiver_id, score)
    select distinct on (o.id, w.id) o.id, w.id, o.seller_id, w.seller_id, 0.5 + random() / 2
    from (select l.id, l.seller_id, k,
        1 + floor(case when k % 2 = 0 then random() * ${members}::integer
          else ${members}::integer ^ random() end)::integer as n
      from listing l cross join generate_series(1, ${edgesOfRequest}::integer) as k where l.section = 'cerco') as w
    join offer o on o.n = w.n and o.seller_id <> w.seller_id`)
  for (const statement of rebuild) await db.execute(raw(statement))
  await db.execute(sql`alter table listing enable trigger user`)
  await db.execute(sql`vacuum (analyze, freeze)`)
}

const measure = async (db: Database, { searches }: Size) => {
  const edges = makeEdgesStore(db)
  const random = seededRandom(7)
  const ids = (
    await db.query<{ id: string }>(sql`
      select distinct offer_id as id from ring_edge union select id from listing where section = 'cerco' order by id`)
  ).map(({ id }) => id)
  const times: number[] = []
  let found = 0
  for (let search = -WARM_UP; search < searches; search++) {
    const id = ids[Math.floor(random() * ids.length)] ?? ''
    const began = performance.now()
    const rings = await edges.ringsThrough([id], new Date(Date.now() - 14 * DAY_MS), new Date())
    if (search < 0) continue
    times.push(performance.now() - began)
    if (rings.length > 0) found++
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1)
  return { 'ms (mediana)': at(0.5), 'ms (p99)': at(0.99), 'con anelli': `${Math.round((100 * found) / searches)} %` }
}

export const benchRings = async (quick: boolean): Promise<object[]> => {
  const full = { members: 500_000, requests: 300_000, edgesOfRequest: 6, searches: 2_000 }
  const size = quick ? { ...full, members: 50_000, requests: 30_000 } : full
  const folder = await mkdtemp(join(tmpdir(), 'piazza-rings-'))
  const server = await startEmbeddedDatabase(join(folder, 'database'), { durable: false })
  const db = connect(server.address, { connections: 1, statementMs: HOUR_MS })
  try {
    await migrate(db)
    await fill(db, size)
    const [graph] = await db.query<{ edges: number; mb: number }>(sql`
      select count(*) as edges, pg_total_relation_size('ring_edge') / 1048576 as mb from ring_edge`)
    const { members, requests } = size
    return [{ membri: members, cerco: requests, archi: graph?.edges, MB: graph?.mb, ...(await measure(db, size)) }]
  } finally {
    await db.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
