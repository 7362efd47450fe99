import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { superuserAddress } from '#server/platform/embedded/postgres/connection.ts'

const LOGGED = /^piazza\|LOG: {2}(?:statement|execute [^:]+): (.*(?:\n\t.*)*)$/gm
const RELOAD_MS = 1_000

/** Lets an embedded database log the statements of the server, from now on until `end`. */
export const logStatements = async (database: string, host: string) => {
  const client = new pg.Client(superuserAddress(host))
  await client.connect()
  const set = async (...settings: string[]) => {
    for (const setting of settings) await client.query(`alter system set ${setting}`)
    await client.query('select pg_reload_conf()')
    await sleep(RELOAD_MS)
  }
  await set(`log_line_prefix = '%u|'`, `log_statement = 'all'`)
  return {
    /** As a superuser. */
    client,
    async readStatements(): Promise<string[]> {
      const log = await readFile(join(database, 'server.log'), 'utf8')
      return [...log.matchAll(LOGGED)].map(([, statement = '']) => statement)
    },
    async end(): Promise<void> {
      await set(`log_statement = 'none'`)
      await client.end()
    },
  }
}
