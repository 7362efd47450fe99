import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/db/connect.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
// Any fixed number does, as long as every copy of Piazza takes the same one.
const LOCK = 7_402_117

type Migration = { name: string; sql: string; checksum: string }

const readMigrations = async (): Promise<Migration[]> => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(FOLDER, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Brings the schema up to date; copies that start at the same moment wait for the first. Answers what it applied. */
export const migrate = async (db: Database): Promise<string[]> => {
  const migrations = await readMigrations()
  const connection = await db.reserve()
  try {
    // Waiting for another copy, or building an index on a large table, may take longer than a request may.
    await connection`set statement_timeout = 0`
    await connection`select pg_advisory_lock(${LOCK})`
    try {
      return await applyMissing(connection, migrations)
    } finally {
      await connection`select pg_advisory_unlock(${LOCK})`
      await connection`reset statement_timeout`
    }
  } finally {
    connection.release()
  }
}

const applyMissing = async (
  connection: Awaited<ReturnType<Database['reserve']>>,
  migrations: Migration[],
): Promise<string[]> => {
  await connection`create table if not exists schema_migration (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`
  const rows = await connection<{ name: string; checksum: string }[]>`select name, checksum from schema_migration`
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const missing = migrations.filter(({ name, checksum }) => {
    const known = applied.get(name)
    if (known !== undefined && known !== checksum)
      throw new Error(`La migrazione ${name} è cambiata dopo essere stata applicata.`)
    return known === undefined
  })
  for (const { name, sql, checksum } of missing) {
    await connection`begin`
    try {
      await connection.unsafe(sql)
      await connection`insert into schema_migration (name, checksum) values (${name}, ${checksum})`
      await connection`commit`
    } catch (error) {
      await connection`rollback`
      throw error
    }
  }
  return missing.map(({ name }) => name)
}
