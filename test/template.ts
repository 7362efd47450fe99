import { storeBuiltInSynonyms } from '#server/market/synonyms/built-in-store.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { connect } from '#server/platform/db/pool.ts'
import { raw } from '#server/platform/db/sql.ts'
import type { DatabaseAddress } from '#server/platform/embedded/postgres/start.ts'

// Each test copies this migrated database and has the copy to itself.
export const TEMPLATE = 'piazza_template'
/** Copying a database takes seconds on a busy machine. */
export const SETUP_MS = 60_000

declare module 'vitest' {
  interface ProvidedContext {
    databaseAddress: DatabaseAddress
    sharedFolder: string
  }
}

export const prepareTemplate = async (address: DatabaseAddress): Promise<void> => {
  const admin = connect(address, { connections: 1, statementMs: SETUP_MS, connectMs: SETUP_MS })
  await admin.execute(raw(`create database ${TEMPLATE}`))
  await admin.close()
  const template = connect(
    { ...address, database: TEMPLATE },
    { connections: 1, statementMs: SETUP_MS, connectMs: SETUP_MS },
  )
  await migrate(template)
  await storeBuiltInSynonyms(template)
  await template.close()
}
