import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Load, load } from '#bench/load.ts'
import { cpuOf, cpuOfProcess, residentMegabytes } from '#bench/process.ts'
import { SIZES } from '#bench/search.ts'
import { seeded } from '#bench/seed.ts'
import { start } from '#bench/server.ts'
import { type Program, startProgram } from '#test/program.ts'

// How many requests a second, kept in memory and made anew, next to handlers that only send the same bytes.

export type Rate = {
  what: string
  listings: number
  /** Whether answers are kept, or each is made anew. */
  cache: boolean
  perSecond: number
  ofFastify: number
  ofHttp: number
  serverMs: number
  databaseMs: number
  p50: number
  p99: number
  errors: number
  megabytes: number
}

const QUESTIONS: { what: string; path: (id: string) => string }[] = [
  { what: 'lista', path: () => '/api/products' },
  { what: 'lista, una sezione', path: () => '/api/products?section=offro' },
  { what: 'lista, pagina 100', path: () => '/api/products?p=100' },
  { what: 'una parola', path: () => '/api/products?name=bicicletta' },
  { what: 'una parola sbagliata', path: () => '/api/products?name=biciclieta' },
  { what: 'dettaglio', path: (id) => `/api/products/${id}` },
  { what: 'la home, in HTML', path: () => '/' },
]
const TURNS = 2

type Yardsticks = { fastify: Program; http: Program; stop(): Promise<void> }

const yardsticks = async (url: string, scratch: string): Promise<Yardsticks> => {
  const answer = await fetch(url)
  const file = join(scratch, 'body')
  await writeFile(file, Buffer.from(await answer.arrayBuffer()))
  const type = answer.headers.get('content-type') ?? ''
  const bare = (kind: string) =>
    startProgram([join(import.meta.dirname, 'bare.ts'), kind, file, type], {}, { isMeasured: true })
  const [fastify, http] = await Promise.all([bare('fastify'), bare('http')])
  return { fastify, http, stop: async () => void (await Promise.all([fastify.end(), http.end()])) }
}

type Turn = { fastify: Load; http: Load; ours: Load; serverMs: number; databaseMs: number }

// They take turns, so that a slow moment of the machine falls on all of them.
const aTurn = async (path: string, piazza: Program, folder: string, bare: Yardsticks, seconds: number) => {
  const fastify = await load(bare.fastify.origin + path, seconds)
  const http = await load(bare.http.origin + path, seconds)
  const database = join(folder, 'database')
  const before = { server: cpuOfProcess(piazza.pid), database: cpuOf(database) }
  const ours = await load(piazza.origin + path, seconds)
  return {
    fastify,
    http,
    ours,
    serverMs: (cpuOfProcess(piazza.pid) - before.server) / ours.requests,
    databaseMs: (cpuOf(database) - before.database) / ours.requests,
  }
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

const summary = (turns: Turn[]) => {
  const mean = (pick: (turn: Turn) => number, digits = 3) =>
    rounded(turns.reduce((sum, turn) => sum + pick(turn), 0) / turns.length, digits)
  return {
    perSecond: mean(({ ours }) => ours.perSecond, 0),
    ofFastify: mean(({ ours, fastify }) => ours.perSecond / fastify.perSecond),
    ofHttp: mean(({ ours, http }) => ours.perSecond / http.perSecond),
    serverMs: mean(({ serverMs }) => serverMs),
    databaseMs: mean(({ databaseMs }) => databaseMs),
    p50: mean(({ ours }) => ours.p50, 1),
    p99: mean(({ ours }) => ours.p99, 1),
    errors: mean(({ ours }) => ours.errors, 0),
  }
}

const firstListing = async (piazza: Program): Promise<string> => {
  const { products } = (await (await fetch(`${piazza.origin}/api/products`)).json()) as { products: { _id: string }[] }
  return products[0]?._id ?? ''
}

const benchOne = async (listings: number, cache: boolean, seconds: number, scratch: string): Promise<Rate[]> => {
  const folder = await seeded(listings)
  const piazza = await start(folder, cache ? {} : { CACHE_MB: '0' })
  try {
    const id = await firstListing(piazza)
    const rows: Rate[] = []
    for (const question of QUESTIONS) {
      const path = question.path(id)
      const bare = await yardsticks(piazza.origin + path, scratch)
      // Until the server has compiled what it runs.
      await load(piazza.origin + path, 2)
      const turns: Turn[] = []
      for (let turn = 0; turn < TURNS; turn++) turns.push(await aTurn(path, piazza, folder, bare, seconds))
      await bare.stop()
      const megabytes = rounded(residentMegabytes(piazza.pid), 0)
      rows.push({ what: question.what, listings, cache, ...summary(turns), megabytes })
    }
    return rows
  } finally {
    await piazza.end()
  }
}

export const benchRequests = async (seconds: number, sizes = SIZES): Promise<Rate[]> => {
  const scratch = await mkdtemp(join(tmpdir(), 'piazza-bench-'))
  try {
    const rows: Rate[] = []
    for (const size of sizes)
      for (const cache of [true, false]) rows.push(...(await benchOne(size, cache, seconds, scratch)))
    return rows
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
