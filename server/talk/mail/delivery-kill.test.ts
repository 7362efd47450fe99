// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HOUR_MS } from '#domain/base/dates.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { addressOf } from '#test/database.ts'
import { aJobWorker } from '#test/job-worker.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aMailbox } from '#test/mailbox-delivery.ts'

const startChild = (db: Database, url: string, claimMs: number) => {
  const address = JSON.stringify(addressOf(db))
  const args = [join(import.meta.dirname, 'delivery-child.fixture.ts'), address, url, String(claimMs)]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const expireClaims = async (db: Database): Promise<void> => {
  await db.execute(sql`update mail set claimed_until = now()`)
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
}

test('a mail whose worker was killed before the server accepted it is sent once, after its claim expires', async () => {
  const { db, enqueue, delivery, states, allSent } = await aMailbox()
  let holding = true
  const seen: string[] = []
  const reached = Promise.withResolvers<void>()
  const server = await aMailServer({
    afterData: async ({ messageId }) => {
      seen.push(messageId)
      if (!holding) return undefined
      reached.resolve()
      return new Promise(() => undefined)
    },
  })
  await enqueue('rosa@esempio.test')
  // Longer than the test, so that the claim does not expire before the test changes it.
  const child = startChild(db, server.url, HOUR_MS)
  await reached.promise
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await states()).toMatchObject([{ sent: false, attempts: 1 }])
  holding = false
  const { deliver } = delivery(server.url, { timing: { claimMs: HOUR_MS } })
  await deliver({ mailId: 1 })
  expect(await states()).toMatchObject([{ sent: false, attempts: 1 }])
  const [planned] = await db.query(sql`
    select from graphile_worker.jobs j
      join mail m on date_trunc('milliseconds', m.claimed_until) = date_trunc('milliseconds', j.run_at)`)
  expect(planned, 'it is tried again when the claim expires').toBeDefined()
  await expireClaims(db)
  aJobWorker(db, { 'send-mail': deliver })
  await allSent()
  expect(server.arrived).toHaveLength(1)
  expect(new Set(seen).size).toBe(1)
})

test('repeatedly killed workers lose no mail, and send again at most those in progress', async () => {
  const { db, enqueue, delivery, allSent } = await aMailbox()
  const server = await aMailServer()
  const mails = 60
  for (let number = 0; number < mails; number++) await enqueue(`socio${number}@esempio.test`)
  for (let kill = 1; kill <= 3; kill++) {
    // No claim expires while its worker lives, however busy the machine.
    const child = startChild(db, server.url, HOUR_MS)
    await vi.waitFor(() => expect(server.arrived.length).toBeGreaterThanOrEqual(kill * 12), 60_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expireClaims(db)
  }
  aJobWorker(db, { 'send-mail': delivery(server.url).deliver })
  await allSent()
  expect(new Set(server.arrived.map((mail) => mail.messageId)).size).toBe(mails)
  expect(server.arrived.length - mails).toBeLessThanOrEqual(3 * 4)
}, 300_000)
