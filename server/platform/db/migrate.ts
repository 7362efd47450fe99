import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { Database } from '#server/platform/db/pool.ts'
import { SettingError } from '#server/settings.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
// Any number, but the same in every instance of the server.
const LOCK = 7_402_117

type Migration = { name: string; text: string; checksum: string }

const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(FOLDER, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Migrations in one text, to compare those of two databases. */
export const schemaOf = (migrations: { name: string; checksum: string }[]): string =>
  migrations.map(({ name, checksum }) => `${name} ${checksum.slice(0, 12)}`).join('\n')

/** The schema that this version of the code prepares. */
export const ownSchema = async (): Promise<string> => schemaOf(await readMigrations())

/** The migrations of the code that the database lacks; throws if it is of a newer version, or was prepared by another one. */
const findMissing = (applied: ReadonlyMap<string, string>, migrations: Migration[]): Migration[] => {
  const unknown = [...applied.keys()].find((name) => migrations.every((migration) => migration.name !== name))
  if (unknown)
    throw new SettingError(
      `Il database è di una versione di Piazza più nuova di questa (${unknown}): avvia quella, o ripristina una copia di prima.`,
    )
  return migrations.filter(({ name, checksum }) => {
    const known = applied.get(name)
    if (known !== undefined && known !== checksum)
      throw new SettingError(
        `Il database è stato preparato con un’altra versione di ${name}: avvia la versione di Piazza che l’ha preparato` +
          (process.env.NODE_ENV === 'production' ? '.' : ', o ricomincia con un database vuoto.'),
      )
    return known === undefined
  })
}

const readApplied = async (client: pg.ClientBase): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/** Whether the database has the schema of this version; false if it is empty. Throws if it is of another; changes nothing. */
export const isMigrated = async (db: Database): Promise<boolean> => {
  const client = await db.openClient()
  try {
    const { rows } = await client.query<{ exists: boolean }>(
      "select to_regclass('public.schema_migration') is not null as exists",
    )
    if (!rows[0]?.exists) return false
    const missing = findMissing(await readApplied(client), await readMigrations())
    if (missing.length > 0)
      throw new SettingError(
        'Il database è di una versione di Piazza più vecchia di questa: usa il comando di quella, o avvia prima questa.',
      )
    return true
  } finally {
    await client.end()
  }
}

/** Brings the schema up to date and returns the names of the migrations applied. Instances that start together wait for the first. */
export const migrate = async (db: Database): Promise<string[]> => {
  const migrations = await readMigrations()
  const client = await db.openClient()
  try {
    // Held until the connection closes.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const applied = await applyMissing(client, migrations)
    await runMigrations({ pgPool: db.pool })
    return applied
  } finally {
    await client.end()
  }
}

const applyMissing = async (client: pg.Client, migrations: Migration[]): Promise<string[]> => {
  await client.query(`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const missing = findMissing(await readApplied(client), migrations)
  for (const { name, text, checksum } of missing) {
    await client.query('begin')
    await client.query(text)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  }
  return missing.map(({ name }) => name)
}
