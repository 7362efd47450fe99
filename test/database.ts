import { randomBytes } from 'node:crypto'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database } from '#server/db/pool.ts'
import { raw } from '#server/db/sql.ts'
import { SETUP_MS, TEMPLATE } from '#test/template.ts'
import { checkingTransactions } from '#test/transaction-checks.ts'

/** An empty, migrated database for the running test; dropped when it ends. */
export const aDatabase = async (): Promise<Database> => {
  const address = inject('databaseAddress')
  const name = `piazza_${randomBytes(6).toString('hex')}`
  const admin = connect(address, { connections: 1, statementMs: SETUP_MS })
  await admin.execute(raw(`create database ${name} template ${TEMPLATE} strategy file_copy`))
  const db = connect({ ...address, database: name }, { connections: 4 })
  onTestFinished(async () => {
    await db.close()
    await admin.execute(raw(`drop database ${name} with (force)`))
    await admin.close()
  })
  return checkingTransactions(db)
}

export const addressOf = (db: Database) => ({
  ...inject('databaseAddress'),
  database: db.pool.options.database ?? '',
})
