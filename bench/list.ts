import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Load, load } from '#bench/load.ts'
import { cpuOf, type Running, run } from '#bench/process.ts'
import { seeded } from '#bench/seed.ts'
import { start } from '#bench/server.ts'

const LISTINGS = 10_000

type Row = { what: string; perSecond: number; ofBare: number; cpuMs: number; p50: number; p99: number; errors: number }

/** How fast the public list is, uncached, against a bare handler that answers the same bytes in the same run. */
export const benchList = async (seconds: number): Promise<Row[]> => {
  const folder = await seeded(LISTINGS)
  const piazza = await start(folder, { CACHE_MB: '0' })
  const scratch = await mkdtemp(join(tmpdir(), 'piazza-bench-'))
  const rows: Row[] = []
  try {
    const measure = async (what: string, path: string) => {
      const bytes = Buffer.from(await (await fetch(piazza.origin + path)).arrayBuffer())
      const file = join(scratch, 'body')
      await writeFile(file, bytes)
      const bare = await run([join(import.meta.dirname, 'bare.ts'), file], {})
      rows.push(await sideBySide(what, path, piazza, bare, folder, seconds))
      await bare.stop()
    }
    await measure('lista, pagina 1', '/api/products')
    await measure('lista, pagina 100', '/api/products?p=100')
    await measure('lista, una sezione', '/api/products?section=offro')
    await measure('dettaglio', `/api/products/${await firstListing(piazza)}`)
  } finally {
    await piazza.stop()
    await rm(scratch, { recursive: true, force: true })
  }
  return rows
}

const firstListing = async (piazza: Running): Promise<string> => {
  const { products } = (await (await fetch(`${piazza.origin}/api/products`)).json()) as { products: { _id: string }[] }
  return products[0]?._id ?? ''
}

// The two take turns, so that a slow moment of the machine falls on both.
const sideBySide = async (
  what: string,
  path: string,
  piazza: Running,
  bare: Running,
  folder: string,
  seconds: number,
): Promise<Row> => {
  await load(piazza.origin + path, 1)
  const turns: { yardstick: Load; ours: Load; cpu: number }[] = []
  for (let turn = 0; turn < 2; turn++) {
    const yardstick = await load(bare.origin + path, seconds)
    const before = cpuOf(folder)
    const ours = await load(piazza.origin + path, seconds)
    turns.push({ yardstick, ours, cpu: (cpuOf(folder) - before) / ours.requests })
  }
  const mean = (pick: (turn: (typeof turns)[number]) => number) =>
    turns.reduce((sum, turn) => sum + pick(turn), 0) / turns.length
  return {
    what,
    perSecond: mean(({ ours }) => ours.perSecond),
    ofBare: mean(({ ours, yardstick }) => ours.perSecond / yardstick.perSecond),
    cpuMs: mean(({ cpu }) => cpu),
    p50: mean(({ ours }) => ours.p50),
    p99: mean(({ ours }) => ours.p99),
    errors: mean(({ ours }) => ours.errors),
  }
}
