import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { WRITE_TIMEOUT_MS } from '#server/platform/timeouts.ts'
import { openPiazza } from '#test/attacks/open-piazza.ts'
import { type BreakableConnection, checkAllFaults, timed } from '#test/faults/fault-checks.ts'
import { connectToEmbedded, signalDatabase } from '#test/faults/killable-databases.ts'
import type { Fault } from '#test/faults/proxy.ts'
import { SECRET } from '#test/fixtures.ts'
import { makePopulation } from '#test/population.ts'
import { HANGING_MS, size } from '#test/siege.ts'

const WRITERS = 4

test('all processes of the embedded database are stopped: answered with 503, works again by itself, nothing acknowledged is lost', async ({
  annotate,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-stopped-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const { call, isRunning } = await openPiazza(dataDir, { AUTH_SECRET: SECRET, DEMO: '0', CACHE_MB: '0' })
  const db = await connectToEmbedded(dataDir)
  // If the test fails in between, the server must be able to close its database.
  onTestFinished(() => void signalDatabase(dataDir, 'SIGCONT'))
  const { token } = await makePopulation(db).aMember()

  const emails: { acknowledged: string[]; refused: string[] } = { acknowledged: [], refused: [] }
  let written = 0
  let slowestWrite = 0
  const write = async (): Promise<number> => {
    const email = `rosa-${written++}@esempio.test`
    const body = { name: 'Rosa', email }
    const { status, milliseconds } = await timed(() => call('POST', '/api/users/newsletter', { body }))
    slowestWrite = Math.max(slowestWrite, milliseconds)
    expect([200, 503]).toContain(status)
    emails[status === 200 ? 'acknowledged' : 'refused'].push(email)
    return status
  }
  const statusOf = async (path: string) => (await call('GET', path)).status
  const read = () => call('GET', '/api/orders/mine', { token })

  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) await write()
  })
  const connection: BreakableConnection = {
    async fail() {
      expect(signalDatabase(dataDir, 'SIGSTOP')).toBeGreaterThan(1)
    },
    async restore() {
      expect((await read()).status, 'nothing is read from a stopped database').toBe(503)
      expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
      signalDatabase(dataDir, 'SIGCONT')
    },
  }
  const faults = Array.from({ length: size(2, 20) }, (): Fault => 'hung')
  const seen = await checkAllFaults({ connection, ask: read, faults })
  isOver = true
  await Promise.all(writers)

  expect(await write()).toBe(200)
  expect(isRunning()).toBe(true)
  expect(slowestWrite).toBeLessThan(WRITE_TIMEOUT_MS + HANGING_MS)
  expect(emails.refused.length).toBeGreaterThan(0)
  const rows = await db.query<{ email: string }>(sql`select email from newsletter_subscriber`)
  const stored = new Set(rows.map(({ email }) => email))
  expect(emails.acknowledged.filter((email) => !stored.has(email))).toEqual([])
  const { acknowledged, refused } = emails
  await annotate(`${acknowledged.length} scritture confermate, ${refused.length} rifiutate, nessuna persa; ${seen}`)
})
