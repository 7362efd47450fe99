import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type DatabaseAddress, parseAddress } from '#server/platform/db/address.ts'
import { isConflict, isDatabaseUnavailable } from '#server/platform/db/failures.ts'
import { type Heartbeat, makeHeartbeat } from '#server/platform/db/heartbeat.ts'
import { type Sql, toQuery } from '#server/platform/db/sql.ts'
import { types } from '#server/platform/db/types.ts'
import { DEPENDENCY_TIMEOUT_MS } from '#server/platform/timeouts.ts'

export type Queries = {
  query<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row[]>
  first<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row | undefined>
  /** Returns the number of rows affected. */
  execute(statement: Sql): Promise<number>
  /** Only in a transaction: functions to run right before the commit, for locks that many transactions contend for. */
  beforeCommit?: (() => Promise<void>)[]
}

/** Rejects statements after the transaction has ended. */
export type Transaction = Queries

export type Database = Queries & {
  /** Retries `work` after a deadlock or a serialisation failure, so `work` must have no effects outside the database. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  pool: pg.Pool
  /** Starts when the first subscriber is added. */
  heartbeat: Heartbeat
  /** Opens another pool to the same database, without a pooler in between. */
  openPool(connections: number): pg.Pool
  /** Opens a direct connection, without a pooler and without statement timeout: for the heartbeat and migrations. */
  openClient(options?: pg.ClientConfig): Promise<pg.Client>
  /** Rejects running and waiting statements, closes all connections, and rejects new statements until `resume`. */
  suspend(reason: Error): void
  resume(): void
  /** Waits a few seconds for running statements, then closes all connections. */
  close(): Promise<void>
}

const STATEMENT_MS = 5_000
// Client-side timeout in addition to the statement timeout, for a connection that hangs.
const ANSWER_MS = 1_000
// How long to wait for a free connection of the pool.
const WAIT_MS = 5_000
const CLOSE_MS = 5_000
// An idle pool keeps this many connections, with their prepared statements.
const MIN_CONNECTIONS = 2
const IDLE_MS = 30_000
const MAX_ATTEMPTS = 4
const RETRY_DELAY_MS = 20
const NO_TLS = 'The server does not support SSL connections'

/** pg uses one timeout for opening a connection and for waiting for a free one; this class sets a shorter one for opening. */
class Client extends pg.Client {
  constructor({ connectMs = DEPENDENCY_TIMEOUT_MS, ...config }: pg.ClientConfig & { connectMs?: number } = {}) {
    super({ ...config, connectionTimeoutMillis: connectMs })
  }
}

type Options = {
  connections?: number
  statementMs?: number
  /** How long opening a connection may take, and waiting for a free one at least. */
  connectMs?: number
  /** The direct address of the database, if `address` is a pooler in transaction mode. */
  direct?: DatabaseAddress | undefined
}

export const connect = (address: DatabaseAddress, options: Options = {}): Database => {
  const { connections = 10, statementMs = STATEMENT_MS, connectMs = DEPENDENCY_TIMEOUT_MS, direct } = options
  const { config: place, isTlsOptional } = parseAddress(direct ?? address)
  const isPooled = direct !== undefined
  const common = { types, keepAlive: true, application_name: 'piazza', connectMs }
  const config: pg.ClientConfig = {
    ...place,
    ...common,
    // One plan per statement text: planning each execution for its values costs more than running it.
    options: '-c plan_cache_mode=force_generic_plan',
  }
  const limits = { statement_timeout: statementMs, query_timeout: statementMs + ANSWER_MS }
  const openPoolOf = (max: number, settings: pg.PoolConfig) => {
    // Without error listeners these events would end the process. The pool drops a broken connection, or its next statement fails.
    return new pg.Pool({
      ...settings,
      Client,
      max,
      // At rest a job worker, with two, keeps only the one that listens.
      min: Math.min(MIN_CONNECTIONS, max - 1),
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: Math.max(WAIT_MS, connectMs),
    })
      .on('error', () => undefined)
      .on('connect', (client) => client.on('error', () => undefined))
  }
  const openPool = (max: number) => openPoolOf(max, { ...config, ...limits })
  // A pooler refuses session settings such as statement_timeout.
  const pooled = { ...parseAddress(address).config, ...common, query_timeout: limits.query_timeout }
  const pool = isPooled ? openPoolOf(connections, pooled) : openPool(connections)

  const withTlsIfAvailable = async <T>(open: () => Promise<T>): Promise<T> => {
    try {
      return await open()
    } catch (error) {
      if (!isTlsOptional || !(error instanceof Error) || error.message !== NO_TLS) throw error
      config.ssl = false
      pool.options.ssl = false
      return open()
    }
  }

  const openClient = (options?: pg.ClientConfig) =>
    withTlsIfAvailable(async () => {
      const client = new Client({ ...config, ...options })
      // Without a listener this event would end the process. The next query of a broken connection fails anyway.
      client.on('error', () => undefined)
      await client.connect()
      return client
    })
  const heartbeat = makeHeartbeat(openClient)

  let outage: Error | undefined
  const running = new Set<(reason: Error) => void>()

  /** Runs `work` on a connection of the pool, and rejects as soon as that connection breaks. */
  const withClient = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    heartbeat.request()
    if (outage) throw outage
    const failure = Promise.withResolvers<never>()
    running.add(failure.reject)
    try {
      const opening = withTlsIfAvailable(() => pool.connect())
      const client = await Promise.race([opening, failure.promise]).catch((error) => {
        opening.then(
          (late) => late.release(),
          () => undefined,
        )
        throw error
      })
      client.on('error', failure.reject)
      let broken: Error | undefined
      try {
        return await Promise.race([work(client), failure.promise])
      } catch (error) {
        if (isDatabaseUnavailable(error)) broken = error as Error
        throw error
      } finally {
        // Given an error, the pool closes the connection instead of keeping it.
        client.release(broken)
        client.off('error', failure.reject)
      }
    } finally {
      running.delete(failure.reject)
      // So that the changes of this work are received soon.
      heartbeat.request()
    }
  }

  const closeIdle = async (): Promise<void> => {
    while (pool.idleCount > 0) (await pool.connect()).release(true)
  }
  const suspend = (reason: Error): void => {
    outage = reason
    for (const fail of running) fail(reason)
    void closeIdle().catch(() => undefined)
  }

  return {
    ...queriesOn((statement) =>
      retryConflicts(() => withClient((client) => client.query(toQuery(statement, isPooled)))),
    ),
    transaction: (work) => retryConflicts(() => withClient((client) => runTransaction(client, isPooled, work))),
    pool,
    heartbeat,
    openPool,
    openClient,
    suspend,
    resume() {
      outage = undefined
    },
    async close() {
      await heartbeat.stop()
      const timer = setTimeout(suspend, CLOSE_MS, new Error('Connection terminated'))
      await pool.end()
      clearTimeout(timer)
    },
  }
}

/** On a conflict PostgreSQL has rolled back the whole statement or transaction, so it can be retried. */
const retryConflicts = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error
      await sleep(Math.random() * RETRY_DELAY_MS * 2 ** attempt)
    }
  }
}

const queriesOn = (run: (statement: Sql) => Promise<pg.QueryResult>): Queries => ({
  query: async (statement) => (await run(statement)).rows,
  first: async (statement) => (await run(statement)).rows[0],
  execute: async (statement) => (await run(statement)).rowCount ?? 0,
})

const runTransaction = async <T>(
  client: pg.PoolClient,
  isPooled: boolean,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  let isOver = false
  const beforeCommit: (() => Promise<void>)[] = []
  const queries = queriesOn(async (statement) => {
    if (isOver) throw new Error('the transaction has ended')
    return client.query(toQuery(statement, isPooled))
  })
  await client.query('begin')
  try {
    const result = await work({ ...queries, beforeCommit })
    for (const finish of beforeCommit) await finish()
    isOver = true
    const { command } = await client.query('commit')
    // PostgreSQL answers a commit with ROLLBACK when a statement had failed and its error was ignored.
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  } catch (error) {
    isOver = true
    if (!isDatabaseUnavailable(error)) await client.query('rollback')
    throw error
  }
}
