import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Chain } from '#server/chain/client.ts'
import type { Database } from '#server/db/pool.ts'
import { makeTokens } from '#server/members/tokens.ts'
import { readSettings } from '#server/settings.ts'
import { diskStorage } from '#server/uploads/disk.ts'
import type { Storage } from '#server/uploads/storage.ts'
import { absentChain } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { makePopulation } from '#test/population.ts'

export const SECRET = 'a secret that only tests know, and never leaves them'

type ApiResponse = { status: number; body: unknown; headers: Headers; text: string }

type CallOptions = { token?: string; body?: unknown; headers?: Record<string, string> }

/** A function that calls the API of the server at `origin`. */
export const apiCaller =
  (origin: string) =>
  async (method: string, path: string, options: CallOptions = {}): Promise<ApiResponse> => {
    const response = await fetch(origin + path, {
      method,
      headers: {
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
  env?: Record<string, string>
}

/** A server on a free port with an empty database; closed when the test ends. */
export const aPiazza = async (options: PiazzaOptions = {}) => {
  const db = options.db ?? (await aDatabase())
  const clock = options.clock ?? (() => new Date())
  const settings = readSettings({ NODE_ENV: 'test', CACHE_MB: '0', QUIET_HOURS: 'off', ...options.env })
  const uploadsFolder = await mkdtemp(join(tmpdir(), 'piazza-uploads-'))
  onTestFinished(() => rm(uploadsFolder, { recursive: true }))
  const app = await buildApp({
    db,
    settings,
    authSecret: SECRET,
    walletSecret: SECRET,
    chain: options.chain ?? absentChain(),
    storage: options.storage ?? (await diskStorage(uploadsFolder)),
    uploadsFolder,
    clock,
    logLevel: 'silent',
    pages: 'none',
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { db, app, origin, uploadsFolder, call: apiCaller(origin), ...makePopulation(db, makeTokens(SECRET, clock)) }
}
