import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { openPiazza } from '#test/attacks/open-piazza.ts'
import { connectToEmbedded, signalDatabase } from '#test/faults/killable-databases.ts'
import { aTrade, connectDirectly, PRICE } from '#test/faults/trade.ts'
import { SECRET } from '#test/fixtures.ts'
import { makePopulation } from '#test/population.ts'
import { size } from '#test/siege.ts'

const LONGEST_DELAY_MS = 600
const STOPPED_MS = 3_000

test('the database is stopped while payments are made: none that was answered 503 is made, every other one is, once', async ({
  annotate,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-stopped-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const { call } = await openPiazza(dataDir, { AUTH_SECRET: SECRET, WALLET_SECRET: SECRET, DEMO: '0' })
  const db = await connectToEmbedded(dataDir)
  onTestFinished(() => void signalDatabase(dataDir, 'SIGCONT'))
  const { seller, pay } = await aTrade({ db, call, ...makePopulation(db) }, await connectDirectly(dataDir))
  const stored = async (key: string) => (await db.query(sql`select from idempotency where key = ${key}`)).length
  const counts: Record<number, number> = {}
  const told: string[] = []
  for (let round = 0; round < size(6, 60) && told.length < 18; round++) {
    const paying = pay(`stop ${round}`)
    await sleep(Math.random() * LONGEST_DELAY_MS)
    expect(signalDatabase(dataDir, 'SIGSTOP')).toBeGreaterThan(1)
    await Promise.race([paying, sleep(STOPPED_MS)])
    signalDatabase(dataDir, 'SIGCONT')
    const { status } = await paying
    counts[status] = (counts[status] ?? 0) + 1
    expect([200, 202, 503]).toContain(status)
    if (status === 503) {
      await expect.poll(() => call('GET', '/readyz').then((answer) => answer.status), { timeout: 60_000 }).toBe(200)
      expect(await stored(`stop ${round}`), 'a payment answered 503').toBe(0)
    } else told.push(`stop ${round}`)
  }
  for (const key of told)
    await expect.poll(async () => (await pay(key)).body, { timeout: 60_000 }).toMatchObject({ status: 'confirmed' })
  const [arrived] = await db.query<{ total: number }>(sql`
    select coalesce(sum(amount), 0)::bigint as total from val_movement where account = ${seller.account}`)
  expect(arrived?.total).toBe(told.length * PRICE)
  await annotate(`risposte ${JSON.stringify(counts)}; ${told.length} pagamenti, una volta ciascuno`)
})
