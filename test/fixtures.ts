import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import { diskStorage } from '#server/market/uploads/disk.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import type { Database } from '#server/platform/db/pool.ts'
import type { Post } from '#server/platform/outgoing/post.ts'
import { readSettings } from '#server/settings.ts'
import type { Schedule } from '#server/tasks.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { absentChain } from '#test/chain.ts'
import { aDatabase, sharedDatabase, sharedFolder } from '#test/database.ts'
import { addOthers } from '#test/others.ts'
import { makePopulation } from '#test/population.ts'
import { askedOutsideTransactions, storedOutsideTransactions } from '#test/transaction-checks.ts'

export const SECRET = 'a secret that only tests know, and never leaves them'

type ApiResponse = { status: number; body: unknown; headers: Headers; text: string }

type CallOptions = { token?: string; body?: unknown; headers?: Record<string, string> }

/** A function that calls the API of the server at `origin`. */
export const apiCaller =
  (origin: string, own: Record<string, string> = {}) =>
  async (method: string, path: string, options: CallOptions = {}): Promise<ApiResponse> => {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...own,
        ...options.headers,
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    // An event stream does not end.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (isStream) await response.body?.cancel()
    const text = isStream ? '' : await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers, text }
  }

type PiazzaOptions = {
  db?: Database
  clock?: () => Date
  chain?: Chain
  storage?: Storage
  post?: Post
  schedule?: Schedule
  env?: Record<string, string>
}

// A busy machine does not always keep the time limits of requests.
const PATIENT_MS = 30_000
// Tests add the jobs that they need.
const NOTHING_PLANNED: Schedule = { scheduled: [], atStart: ['follow-chain'] }
export const SHARED: PiazzaOptions = { env: { TRUSTED_PROXIES: '127.0.0.1' } }

/** Starts a server on a free port. */
export const start = async (db: Database, uploadsFolder: string, options: PiazzaOptions) => {
  const clock = options.clock ?? (() => new Date())
  const settings = readSettings({ NODE_ENV: 'test', CACHE_MB: '0', QUIET_HOURS: 'off', ...options.env })
  const app = await buildApp({
    db,
    settings,
    authSecret: SECRET,
    walletSecret: SECRET,
    chain: askedOutsideTransactions(options.chain ?? absentChain()),
    storage: storedOutsideTransactions(options.storage ?? (await diskStorage(uploadsFolder))),
    post: options.post,
    uploadsFolder,
    clock,
    logLevel: 'silent',
    pages: 'none',
    schedule: options.schedule ?? NOTHING_PLANNED,
    leastTimeoutMs: PATIENT_MS,
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return { db, app, origin, uploadsFolder, call: apiCaller(origin), ...makePopulation(db, clock) }
}

type OwnPiazza = Awaited<ReturnType<typeof start>>
/** Without what would stop or change the server for other tests. */
export type Piazza = Omit<OwnPiazza, 'app'>

/** A server on a free port with an empty database, for this test alone; closed when the test ends. */
export const anOwnPiazza = async (options: PiazzaOptions = {}) => {
  const uploadsFolder = await mkdtemp(join(tmpdir(), 'piazza-uploads-'))
  onTestFinished(() => rm(uploadsFolder, { recursive: true }))
  const piazza = await start(options.db ?? (await aDatabase()), uploadsFolder, options)
  onTestFinished(() => piazza.app.close())
  return piazza
}

/**
 * A function that answers the server of the test worker, with data that belongs to other tests and an IP address of the
 * test's own, so that it has the limits per address to itself.
 */
export const sharing = <Shared extends OwnPiazza>(begin: () => Promise<Shared>) => {
  let shared: Promise<Shared> | undefined
  return async (): Promise<Omit<Shared, 'app'>> => {
    shared ??= begin().then(async (server) => {
      await addOthers(server)
      return server
    })
    const [a, b, c] = randomBytes(3)
    const { app: _, ...server } = await shared
    return { ...server, call: apiCaller(server.origin, { 'x-forwarded-for': `10.${a}.${b}.${c}` }) }
  }
}

const shareOne = sharing(async () => start(await sharedDatabase(), await sharedFolder('uploads'), SHARED))

/**
 * The server that all tests of a worker use: a test finds its own data by ids and names that it made. With options, a
 * server with an empty database for this test alone.
 */
export function aPiazza(options: PiazzaOptions): Promise<OwnPiazza>
export function aPiazza(options?: PiazzaOptions): Promise<Piazza>
export function aPiazza(options?: PiazzaOptions): Promise<Piazza> {
  return options ? anOwnPiazza(options) : shareOne()
}
