import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { raw } from '#server/platform/db/sql.ts'
import { SETUP_MS, TEMPLATE } from '#test/template.ts'
import { checkingTransactions } from '#test/transaction-checks.ts'

const copyTemplate = async () => {
  const address = inject('databaseAddress')
  const name = `piazza_${randomBytes(6).toString('hex')}`
  const admin = connect(address, { connections: 1, statementMs: SETUP_MS, connectMs: SETUP_MS })
  await admin.execute(raw(`create database ${name} template ${TEMPLATE} strategy file_copy`))
  return { admin, name, db: connect({ ...address, database: name }, { connections: 4, connectMs: SETUP_MS }) }
}

/** An empty, migrated database for the running test; dropped when it ends. */
export const aDatabase = async (): Promise<Database> => {
  const { admin, name, db } = await copyTemplate()
  onTestFinished(async () => {
    await db.close()
    await admin.execute(raw(`drop database ${name} with (force)`))
    await admin.close()
  })
  return checkingTransactions(db)
}

/** A folder for what the tests of a worker share; removed with the database server, after the run. */
export const sharedFolder = (name: string): Promise<string> => mkdtemp(join(inject('sharedFolder'), `${name}-`))

/** A database that lasts as long as the test worker. */
export const sharedDatabase = async (): Promise<Database> => {
  const { admin, db } = await copyTemplate()
  await admin.close()
  return checkingTransactions(db)
}

export const addressOf = (db: Database) => ({
  ...inject('databaseAddress'),
  database: db.pool.options.database ?? '',
})
