import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Debian puts the programs of PostgreSQL 15. */
export const POSTGRES_15 = '/usr/lib/postgresql/15/bin'
export const hasPostgres15 = existsSync(join(POSTGRES_15, 'postgres'))
