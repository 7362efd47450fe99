import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN_SETTINGS, signInAsAdmin } from '#bench/admin.ts'
import { withCopy } from '#bench/copy.ts'
import { residentMegabytes } from '#bench/process.ts'
import { seededAssociation } from '#bench/seed-association.ts'
import { start } from '#bench/server.ts'
import type { Program } from '#test/program.ts'

// Memory of the server while an admin exports whole tables, to a fast and to a slow client, compared with the
// memory before the first export.

const TABLES = ['members', 'listings', 'orders', 'movements']
const WARM_UP_BYTES = 2_000_000
const IDLE_MS = 10_000
const SAMPLE_MS = 50
const SLOW_PAUSE_MS = 20

type Reading = { pauseMs?: number; atMostBytes?: number }

/** Reads an export, to its end or up to some bytes; returns the bytes and lines read. */
const read = async (piazza: Program, token: string, table: string, { pauseMs, atMostBytes }: Reading = {}) => {
  const stop = new AbortController()
  const response = await fetch(`${piazza.origin}/api/export/${table}.csv`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  if (!response.ok || !response.body) throw new Error(`${table}: ${response.status} ${await response.text()}`)
  let [bytes, lines] = [0, 0]
  for await (const chunk of response.body) {
    bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
    if (atMostBytes && bytes >= atMostBytes) break
    if (pauseMs) await sleep(pauseMs)
  }
  stop.abort()
  return { bytes, lines }
}

/** The largest memory of the server while the work is done. */
const peakDuring = async <T>(piazza: Program, work: () => Promise<T>) => {
  let [peak, isDone] = [0, false]
  const sampling = (async () => {
    for (; !isDone; await sleep(SAMPLE_MS)) peak = Math.max(peak, residentMegabytes(piazza.pid))
  })()
  const began = performance.now()
  const result = await work()
  isDone = true
  await sampling
  return { ...result, peak, seconds: (performance.now() - began) / 1000 }
}

export const benchExports = async (size: number, slowBytes: number): Promise<object[]> =>
  withCopy(await seededAssociation(size), async (folder) => {
    const piazza = await start(folder, ADMIN_SETTINGS)
    try {
      const token = await signInAsAdmin(piazza)
      for (const table of TABLES) await read(piazza, token, table, { atMostBytes: WARM_UP_BYTES })
      await sleep(IDLE_MS)
      const before = residentMegabytes(piazza.pid)
      const rows: object[] = []
      const readings = [
        { how: 'veloce', reading: {} },
        { how: 'lenta', reading: { pauseMs: SLOW_PAUSE_MS, atMostBytes: slowBytes } },
      ]
      for (const { how, reading } of readings) {
        for (const table of TABLES) {
          const { peak, bytes, lines, seconds } = await peakDuring(piazza, () => read(piazza, token, table, reading))
          const figures = {
            righe: lines - 1,
            'MB letti': bytes / 1e6,
            s: seconds,
            'MB prima': before,
            'MB massimi': peak,
          }
          const rounded = Object.entries(figures).map(([name, value]) => [name, Math.round(value)])
          rows.push({
            tabella: table,
            lettura: how,
            ...Object.fromEntries(rounded),
            'MB in più': Math.round(peak - before),
          })
        }
      }
      return rows
    } finally {
      await piazza.end()
    }
  })
