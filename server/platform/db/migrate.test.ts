import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { connect } from '#server/platform/db/pool.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { SettingError } from '#server/settings.ts'
import { SETUP_MS } from '#test/template.ts'

const anEmptyDatabase = async () => {
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

test('four servers that start at once all come up, and each migration runs once', async () => {
  const { open } = await anEmptyDatabase()
  const applied = await Promise.all([open(), open(), open(), open()].map(migrate))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
  const [row] = await open().query<{ count: number }>(sql`select count(*) as count from schema_migration`)
  expect(row?.count).toBe(applied.flat().length)
})

test('a migration that was changed after it ran stops the start with one line', async () => {
  const { open } = await anEmptyDatabase()
  const db = open()
  await migrate(db)
  await db.execute(sql`update schema_migration set checksum = 'other' where name = '002_members.sql'`)
  const refusal = await migrate(db).catch((error) => error)
  // Its message is all that the start prints.
  expect(refusal).toBeInstanceOf(SettingError)
  expect(refusal.message).toMatch(/^[^\n]+002_members.sql[^\n]+$/)
})

test('a database of a newer version stops the start with one line', async () => {
  const { open } = await anEmptyDatabase()
  const db = open()
  await migrate(db)
  await db.execute(sql`insert into schema_migration (name, checksum) values ('999_future.sql', 'x')`)
  await expect(migrate(db)).rejects.toThrow(
    /^Il database è di una versione di Piazza più nuova[^\n]+999_future.sql[^\n]+$/,
  )
})
