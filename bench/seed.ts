import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbeddedDatabase } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

const SEEDS = join(import.meta.dirname, 'seeds')
const CATEGORIES = [
  'Alimentari',
  'Artigianato',
  'Casa e giardino',
  'Lezioni e corsi',
  'Riparazioni',
  'Libri',
  'Abbigliamento',
  'Biciclette',
  'Musica',
  'Bambini',
  'Benessere',
  'Informatica',
  'Trasporti',
  'Tempo e aiuto',
]
const THINGS = [
  'Bicicletta',
  'Tavolo',
  'Marmellata',
  'Chitarra',
  'Lampada',
  'Maglione',
  'Trapano',
  'Passeggino',
  'Miele',
  'Libro',
  'Sedia',
  'Computer',
  'Corso',
  'Torta',
  'Giacca',
  'Tastiera',
  'Vaso',
  'Coperta',
  'Pentola',
  'Scaffale',
]
const QUALITIES = [
  'usato',
  'nuovo',
  'fatto a mano',
  'di famiglia',
  'leggero',
  'robusto',
  'antico',
  'colorato',
  'piccolo',
  'grande',
]

const MIGRATIONS = join(import.meta.dirname, '..', 'server', 'db', 'migrations')

// Seeds made by other migrations would not open.
const schemaMark = async (): Promise<string> => {
  const hash = createHash('sha256')
  for (const name of (await readdir(MIGRATIONS)).sort()) hash.update(await readFile(join(MIGRATIONS, name)))
  return hash.digest('hex').slice(0, 8)
}

/** The data folder of a Piazza with that many listings, made once for each schema and kept. */
export const seeded = async (listings: number): Promise<string> => {
  const folder = join(SEEDS, `${listings}-${await schemaMark()}`)
  if (existsSync(folder)) return folder
  await removeOthers(`${listings}-`)
  const beside = `${folder}.part`
  await rm(beside, { recursive: true, force: true })
  await mkdir(beside, { recursive: true })
  const server = await startEmbeddedDatabase(join(beside, 'database'), { durable: false })
  const db = connect(server.address, { connections: 1 })
  await migrate(db)
  await fill(db, listings)
  await db.end()
  await server.stop()
  await rename(beside, folder)
  return folder
}

const removeOthers = async (prefix: string): Promise<void> => {
  const names = existsSync(SEEDS) ? await readdir(SEEDS) : []
  for (const name of names) {
    if (name.startsWith(prefix)) await rm(join(SEEDS, name), { recursive: true, force: true })
  }
}

const fill = async (db: Database, listings: number): Promise<void> => {
  await db`set statement_timeout = 0`
  const sellers = Math.max(10, Math.round(listings / 20))
  await db`insert into category (key, name) select lower(name), name from unnest(${CATEGORIES}::text[]) as name`
  await db`
    insert into member (username, username_key, email, email_key, password_hash, verified, is_seller, has_ad, seller_name)
    select 'BOTTEGA' || n, 'bottega' || n, 'bottega' || n || '@esempio.test', 'bottega' || n || '@esempio.test', 'none',
      true, true, true, 'Bottega numero ' || n
    from generate_series(1, ${sellers}) as n`
  await db`
    insert into listing (place, published_at, created_at, seller_id, name, price_val, price_euro, images, category, brand,
      stock, description, section, is_service, city, municipality)
    select nextval('listing_place'), now() - (${listings} - n) * interval '1 minute', now() - (${listings} - n) * interval '1 minute',
      (array(select id from member order by id))[1 + (n * 7919) % ${sellers}],
      thing || ' ' || quality || ' n. ' || n,
      case when section = 'dono' then 0 else 100 + (n * 131) % 90000 end, (n * 37) % 50000,
      array['/uploads/00000000-0000-4000-8000-000000000000-1200.webp'], lower(category), upper(thing) || ',' || upper(category),
      n % 20, thing || ' ' || quality || ' per chi abita in zona: si può vedere di persona e provare con calma, anche la sera. '
        || 'Chi viene da lontano può accordarsi per la spedizione. Si accettano volentieri VAL per tutto l’importo.',
      section, n % 5 = 0, 'Torino', 'Chieri'
    from generate_series(1, ${listings}) as n,
      lateral (select (${THINGS}::text[])[1 + n % ${THINGS.length}] as thing,
        (${QUALITIES}::text[])[1 + (n / 20) % ${QUALITIES.length}] as quality,
        (${CATEGORIES}::text[])[1 + (n * 31) % ${CATEGORIES.length}] as category,
        (array['offro', 'offro', 'offro', 'cerco', 'cerco', 'propongo', 'avviso', 'dono'])[1 + n % 8] as section) as chosen`
  await db`
    insert into review (listing_id, member_id, name, rating, comment)
    select l.id, (select id from member where id <> l.seller_id order by id limit 1), 'BOTTEGA1', 1 + l.number % 5, 'Tutto come descritto.'
    from listing l where l.number % 10 = 0`
  await db`vacuum analyze`
}
