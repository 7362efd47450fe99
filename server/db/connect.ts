import postgres from 'postgres'
import { openLine, type Place } from '#server/db/line.ts'
import { securityOf } from '#server/db/secure-line.ts'
import { endingWithTheirLine } from '#server/db/transactions.ts'

export type Database = postgres.Sql<{ bigint: number }>
/** The database, or a transaction on it: what a statement that takes part in a larger change runs on. */
export type Queries = postgres.ISql<{ bigint: number }>
export type DatabaseAddress = string | { host: string; port: number; user: string; database: string }

// A dependency that does not answer must not hold a request for long.
const CONNECT_SECONDS = 1.5
const STATEMENT_MILLISECONDS = 5_000

// Counts and hundredths stay far below 2^53; one that would not is a fault to be seen, not to be rounded.
const parseWhole = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond what a number holds exactly`)
  return value
}

type Options = {
  connections?: number
  socket?: typeof openLine
  /** Whether each line begins with the question which lists there are; one cut off in the middle of it ends the process. */
  asksForLists?: boolean
}

export const connect = (address: DatabaseAddress, options: Options = {}): Database => {
  const open = options.socket ?? openLine
  const security = typeof address === 'string' ? securityOf(address) : undefined
  const settings = {
    max: options.connections ?? 10,
    connect_timeout: CONNECT_SECONDS,
    backoff: (tries: number) => Math.min(0.1 * 2 ** tries, 1),
    onnotice: () => {},
    fetch_types: options.asksForLists ?? true,
    // Lines come with TLS on them where the address asks for it.
    ssl: false,
    socket: (place: Place) => open({ ...place, security }),
    connection: {
      application_name: 'piazza',
      statement_timeout: STATEMENT_MILLISECONDS,
      // Statements differ by what they ask for, not by the values: planning each anew costs more than running it.
      plan_cache_mode: 'force_generic_plan' as const,
    },
    types: {
      bigint: { to: 20, from: [20], parse: parseWhole, serialize: (value: number) => String(value) },
    },
  }
  return endingWithTheirLine(
    typeof address === 'string' ? postgres(address, settings) : postgres({ ...settings, ...address }),
  )
}

/** What the first line has learnt, those after it need not ask again. */
export const askNoMoreForLists = (db: Database): void => {
  Object.assign(db.options, { fetch_types: false })
}

// SQLSTATE classes and driver codes that mean: the database is not there, or not now.
const AWAY_CODES = /^(08|57P|53|58|CONNECT|CONNECTION_|ECONN|ENOENT|ETIMEDOUT|EPIPE|ENOTFOUND)/

export const isDatabaseAway = (error: unknown): boolean => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return AWAY_CODES.test(code) || code === '57014'
}
