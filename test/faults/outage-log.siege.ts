import { expect, inject, test } from 'vitest'
import { aServerProcess } from '#test/attacks/server-process.ts'
import { aProxy } from '#test/faults/proxy.ts'

const MINUTE_MS = 60_000
const WARN = 40

type Line = { time: number; level: number; text: string }

/** The JSON lines of a log, and those of the start as warnings without a time. */
const linesOf = (log: string): Line[] =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      if (!line.startsWith('{')) return { time: 0, level: WARN, text: line }
      const { time, level, msg, err } = JSON.parse(line)
      return { time, level, text: `${msg} ${err?.message ?? ''}` }
    })

const spanOf = (lines: Line[]): number => {
  const times = lines.flatMap(({ time }) => time || [])
  return Math.max(...times) - Math.min(...times)
}

const countBy = (texts: string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1
  return counts
}

test('while the database is away for a minute, each thing that fails is in the log once a minute', async ({
  annotate,
}) => {
  const { host, port } = inject('databaseAddress')
  const proxy = await aProxy({ path: `${host}/.s.PGSQL.${port}` })
  const { call, log, aMember } = await aServerProcess({ PGHOST: '127.0.0.1', PGPORT: String(proxy.port) })
  const { token } = await aMember()
  await proxy.fail('refused')
  await expect.poll(async () => (await call('GET', '/readyz')).status).toBe(503)
  const before = log().length
  const outage = () => linesOf(log().slice(before))
  const ask = () =>
    Promise.all([
      call('GET', '/readyz'),
      call('GET', '/api/products?q=bici'),
      call('GET', '/api/orders/mine', { token }),
    ])
  await expect
    .poll(async () => (await ask()) && spanOf(outage()), { interval: 500, timeout: 5 * MINUTE_MS })
    .toBeGreaterThan(MINUTE_MS)
  const lines = outage()
  const failures = countBy(lines.filter(({ level }) => level >= WARN).map(({ text }) => text))
  await annotate(
    `${lines.length} righe in un minuto, ${lines.filter(({ level }) => level >= WARN).length} di cose che non vanno: ` +
      JSON.stringify(failures),
  )
  // At the beginning, and again after a minute.
  expect(Object.entries(failures).filter(([, count]) => count > 2)).toEqual([])
  await proxy.restore()
  await expect.poll(async () => (await call('GET', '/readyz')).status).toBe(200)
})
