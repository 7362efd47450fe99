import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { withDatabase } from '#bench/database.ts'
import { CATEGORIES, listingBatches, type Place } from '#bench/seed-listings.ts'
import { storeBuiltInSynonyms } from '#server/market/synonyms/built-in-store.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { raw, sql } from '#server/platform/db/sql.ts'

const SEEDS = join(import.meta.dirname, 'seeds')
const MIGRATIONS = join(import.meta.dirname, '..', 'server', 'platform', 'db', 'migrations')
const SOURCES = ['seed.ts', 'seed-listings.ts', 'seed-association.ts'].map((name) => join(import.meta.dirname, name))

// A change of the migrations or of the seeding code makes earlier seeds unusable.
const seedVersion = async (): Promise<string> => {
  const hash = createHash('sha256')
  const migrations = (await readdir(MIGRATIONS)).sort().map((name) => join(MIGRATIONS, name))
  for (const file of [...migrations, ...SOURCES]) hash.update(await readFile(file))
  return hash.digest('hex').slice(0, 8)
}

/** Fills an empty database with this many listings. */
export const seedDatabase = async (db: Database, listings: number): Promise<void> => {
  await migrate(db)
  await storeBuiltInSynonyms(db)
  await fill(db, listings)
}

/** A data folder with this many listings, created once for each version. */
export const seeded = (listings: number): Promise<string> =>
  keepSeed(String(listings), (folder) => withDatabase(folder, (db) => seedDatabase(db, listings)))

/** Creates a folder under this name, unless it is there; earlier versions of it are removed. */
export const keepSeed = async (name: string, create: (folder: string) => Promise<void>): Promise<string> => {
  const folder = join(SEEDS, `${name}-${await seedVersion()}`)
  if (existsSync(folder)) return folder
  await removeOthers(`${name}-`)
  const temporary = `${folder}.part`
  await mkdir(temporary, { recursive: true })
  await create(temporary)
  await rename(temporary, folder)
  return folder
}

const removeOthers = async (prefix: string): Promise<void> => {
  const names = existsSync(SEEDS) ? await readdir(SEEDS) : []
  for (const name of names) {
    if (name.startsWith(prefix)) await rm(join(SEEDS, name), { recursive: true, force: true })
  }
}

/** Adds categories that are not there yet. */
export const insertCategories = (db: Database, names: readonly string[]): Promise<unknown> =>
  db.execute(sql`
    insert into category (key, name) select lower(name), name from unnest(${names}::text[]) as name
    on conflict do nothing`)

export const insertListings = (db: Database, rows: object[]): Promise<unknown> => {
  const columns = raw(Object.keys(rows[0] ?? {}).join(', '))
  return db.execute(sql`
    insert into listing (${columns}) select ${columns} from jsonb_populate_recordset(null::listing, ${JSON.stringify(rows)})`)
}

const fill = async (db: Database, listings: number): Promise<void> => {
  await db.execute(sql`set maintenance_work_mem = '1GB'`)
  const sellerCount = Math.max(10, Math.round(listings / 20))
  await insertCategories(db, CATEGORIES)
  await db.execute(sql`
    insert into member (username, username_key, email, email_key, password_hash, verified, is_seller, has_ad, seller_name)
    select 'BOTTEGA' || n, 'bottega' || n, 'bottega' || n || '@esempio.test', 'bottega' || n || '@esempio.test', 'none',
      true, true, true, 'Bottega numero ' || n
    from generate_series(1, ${sellerCount}::integer) as n`)
  const members = await db.query<{ id: string }>(sql`select id from member order by id`)
  const places = await db.query<Place>(sql`
    select c.id, c.name, p.name as province from comune c join province p on p.code = c.province order by c.id * 7919 % 10007`)
  const rebuild = await dropIndexes(db)
  const sellers = members.map(({ id }) => id)
  for (const batch of listingBatches(listings, sellers, places)) await insertListings(db, batch)
  for (const statement of rebuild) await db.execute(raw(statement))
  await db.execute(sql`select setval('listing_place', ${listings})`)
  await addReviews(db)
  await db.execute(sql`select recount_listings()`)
  await db.execute(sql`vacuum (analyze, freeze)`)
}

// Bulk load: drops indexes and foreign keys, and returns the statements that restore them.
const dropIndexes = async (db: Database): Promise<string[]> => {
  const references = await db.query<{ name: string; definition: string }>(sql`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'listing'::regclass and contype = 'f'`)
  const indexes = await db.query<{ name: string; definition: string }>(sql`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = 'listing'::regclass
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`)
  await db.execute(sql`alter table listing disable trigger user`)
  await db.execute(sql`alter table listing enable trigger listing_set_search`)
  for (const { name } of references) await db.execute(raw(`alter table listing drop constraint ${name}`))
  for (const { name } of indexes) await db.execute(raw(`drop index ${name}`))
  return [
    ...indexes.map(({ definition }) => definition),
    ...references.map(({ name, definition }) => `alter table listing add constraint ${name} ${definition}`),
    'alter table listing enable trigger user',
  ]
}

// The listings are loaded with ratings; this adds the matching reviews.
const addReviews = async (db: Database): Promise<void> => {
  await db.execute(sql`alter table review disable trigger user`)
  await db.execute(sql`
    insert into review (listing_id, member_id, name, rating, comment, verified_exchange)
    select l.id, m.id, m.username, l.rating_sum, 'Tutto come descritto.', true
    from listing l cross join (select id, username from member order by id limit 1) as m where l.rating_count > 0`)
  await db.execute(sql`alter table review enable trigger user`)
  await db.execute(sql`
    update member m set rating_sum = r.stars, rating_count = r.reviews
    from (select seller_id, sum(rating_sum) as stars, sum(rating_count) as reviews from listing group by seller_id) as r
    where m.id = r.seller_id and r.reviews > 0`)
}
