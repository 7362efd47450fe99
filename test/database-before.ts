import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { connect } from '#server/platform/db/pool.ts'
import { raw } from '#server/platform/db/sql.ts'
import { SETUP_MS } from '#test/template.ts'

/** A database without tables; `open` connects to it. */
export const anEmptyDatabase = async () => {
  const address = inject('databaseAddress')
  const name = `piazza_${randomBytes(6).toString('hex')}`
  const admin = connect(address, { connections: 1, statementMs: SETUP_MS })
  await admin.execute(raw(`create database ${name}`))
  onTestFinished(async () => {
    await admin.execute(raw(`drop database ${name} with (force)`))
    await admin.close()
  })
  const open = () => {
    const db = connect({ ...address, database: name }, { connections: 2 })
    onTestFinished(() => db.close())
    return db
  }
  return { open }
}

/** A database as it was before a migration, and a function that runs that migration and those up to another. */
export const aDatabaseBefore = async (migration: string) => {
  const { open } = await anEmptyDatabase()
  const db = open()
  const client = await db.openClient()
  onTestFinished(() => client.end())
  const folder = join(import.meta.dirname, '../server/platform/db/migrations')
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  const names = (await readdir(folder)).sort()
  const runAll = async (some: string[]) => {
    for (const name of some) await client.query(await read(name))
  }
  const first = names.indexOf(migration)
  await runAll(names.slice(0, first))
  return { db, client, run: (last = migration) => runAll(names.slice(first, names.indexOf(last) + 1)) }
}
