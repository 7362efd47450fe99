import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LoadResult, load } from '#bench/load.ts'
import { cpuMsOfCommand, cpuMsOfProcess, residentMegabytes } from '#bench/process.ts'
import { SIZES } from '#bench/search.ts'
import { seeded } from '#bench/seed.ts'
import { start } from '#bench/server.ts'
import { type Program, startProgram } from '#test/program.ts'

// Requests per second with and without the cache, also as a ratio to bare servers that send the same bytes.

export type Rate = {
  what: string
  listings: number
  cache: boolean
  perSecond: number
  ratioToFastify: number
  /** To Fastify with the same log, metrics and timeout, without Piazza's own work. */
  ratioToFastifyWithLog: number
  ratioToHttp: number
  serverMs: number
  databaseMs: number
  p50: number
  p99: number
  errors: number
  megabytes: number
}

const detailPaths = (ids: string[]) => ids.map((id) => `/api/products/${id}`)

/** «tanti diversi» cycles through DISTINCT_LISTINGS, so that concurrent requests rarely share a response. */
const CASES: { what: string; paths: (ids: string[]) => string[] }[] = [
  { what: 'lista', paths: () => ['/api/products'] },
  { what: 'lista, una sezione', paths: () => ['/api/products?section=offro'] },
  { what: 'lista, pagina 100', paths: () => ['/api/products?p=100'] },
  { what: 'una parola', paths: () => ['/api/products?name=bicicletta'] },
  { what: 'una parola sbagliata', paths: () => ['/api/products?name=biciclieta'] },
  { what: 'dettaglio', paths: (ids) => detailPaths(ids.slice(0, 1)) },
  { what: 'dettaglio, tanti diversi', paths: detailPaths },
  { what: 'la home, in HTML', paths: () => ['/'] },
]
const ROUNDS = 2
const DISTINCT_LISTINGS = 120

type Baselines = { fastify: Program; withLog: Program; http: Program; stop(): Promise<void> }

const startBaselines = async (url: string, scratch: string): Promise<Baselines> => {
  const response = await fetch(url)
  const file = join(scratch, 'body')
  await writeFile(file, Buffer.from(await response.arrayBuffer()))
  const type = response.headers.get('content-type') ?? ''
  const bare = (kind: string) =>
    startProgram([join(import.meta.dirname, 'bare.ts'), kind, file, type], {}, { isMeasured: true })
  const [fastify, withLog, http] = await Promise.all([bare('fastify'), bare('fastify-with-log'), bare('http')])
  const stop = async () => void (await Promise.all([fastify, withLog, http].map((program) => program.end())))
  return { fastify, withLog, http, stop }
}

type Round = {
  fastify: LoadResult
  withLog: LoadResult
  http: LoadResult
  ours: LoadResult
  serverMs: number
  databaseMs: number
}

// Every round measures all four servers, so that other load on the machine affects them alike.
const measureRound = async (paths: string[], piazza: Program, folder: string, bare: Baselines, seconds: number) => {
  const fastify = await load(bare.fastify.origin, paths, seconds)
  const withLog = await load(bare.withLog.origin, paths, seconds)
  const http = await load(bare.http.origin, paths, seconds)
  const database = join(folder, 'database')
  const before = { server: cpuMsOfProcess(piazza.pid), database: cpuMsOfCommand(database) }
  const ours = await load(piazza.origin, paths, seconds)
  return {
    fastify,
    withLog,
    http,
    ours,
    serverMs: (cpuMsOfProcess(piazza.pid) - before.server) / ours.requests,
    databaseMs: (cpuMsOfCommand(database) - before.database) / ours.requests,
  }
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

const summary = (rounds: Round[]) => {
  const mean = (pick: (round: Round) => number, digits = 3) =>
    rounded(rounds.reduce((sum, round) => sum + pick(round), 0) / rounds.length, digits)
  return {
    perSecond: mean(({ ours }) => ours.perSecond, 0),
    ratioToFastify: mean(({ ours, fastify }) => ours.perSecond / fastify.perSecond),
    ratioToFastifyWithLog: mean(({ ours, withLog }) => ours.perSecond / withLog.perSecond),
    ratioToHttp: mean(({ ours, http }) => ours.perSecond / http.perSecond),
    serverMs: mean(({ serverMs }) => serverMs),
    databaseMs: mean(({ databaseMs }) => databaseMs),
    p50: mean(({ ours }) => ours.p50, 1),
    p99: mean(({ ours }) => ours.p99, 1),
    errors: mean(({ ours }) => ours.errors, 0),
  }
}

const newestListingIds = async (piazza: Program): Promise<string[]> => {
  const ids: string[] = []
  for (let page = 1; ids.length < DISTINCT_LISTINGS; page++) {
    const response = await fetch(`${piazza.origin}/api/products?p=${page}`)
    const { products } = (await response.json()) as { products: { _id: string }[] }
    ids.push(...products.map(({ _id }) => _id))
  }
  return ids
}

const benchSize = async (listings: number, cache: boolean, seconds: number, scratch: string): Promise<Rate[]> => {
  const folder = await seeded(listings)
  const piazza = await start(folder, cache ? {} : { CACHE_MB: '0' })
  try {
    const ids = await newestListingIds(piazza)
    const rows: Rate[] = []
    for (const testCase of CASES) {
      const paths = testCase.paths(ids)
      const bare = await startBaselines(piazza.origin + paths[0], scratch)
      try {
        // Warm-up: JIT compilation and query plans.
        await load(piazza.origin, paths, 2)
        const rounds: Round[] = []
        for (let round = 0; round < ROUNDS; round++)
          rounds.push(await measureRound(paths, piazza, folder, bare, seconds))
        const megabytes = rounded(residentMegabytes(piazza.pid), 0)
        rows.push({ what: testCase.what, listings, cache, ...summary(rounds), megabytes })
      } finally {
        await bare.stop()
      }
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
      for (const cache of [true, false]) rows.push(...(await benchSize(size, cache, seconds, scratch)))
    return rows
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
