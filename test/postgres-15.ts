import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of PostgreSQL 15's programs on Debian. */
export const POSTGRES_15 = '/usr/lib/postgresql/15/bin'
export const hasPostgres15 = existsSync(join(POSTGRES_15, 'postgres'))
