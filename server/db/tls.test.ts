import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { isDatabaseUnavailable } from '#server/db/failures.ts'
import { watchHealth } from '#server/db/health.ts'
import { connect, type Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'
import { aTlsProxy, hasOpenssl } from '#test/tls-database.ts'

const connected = (port: number, options: string) => {
  const { user, database } = inject('databaseAddress')
  const db = connect(`postgres://${user}@127.0.0.1:${port}/${database}?${options}`, { connections: 3 })
  onTestFinished(() => db.close())
  return db
}
const asFailure = (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : error)
const ask = (db: Database) => db.query<{ one: number }>(sql`select 1 as one`).then(([row]) => row?.one, asFailure)
const transaction = (db: Database) =>
  db.transaction(async (tx) => {
    for (let step = 0; step < 5; step++) await tx.query(sql`select pg_sleep(0.01)`)
  })

test.runIf(hasOpenssl)('TLS connections cut during transactions fail those transactions only', async () => {
  const proxy = await aTlsProxy('tls')
  const db = connected(proxy.port, 'sslmode=require')
  for (let round = 0; round < 5; round++) {
    await expect.poll(() => Promise.all([ask(db), ask(db), ask(db)]), { timeout: 10_000 }).toEqual([1, 1, 1])
    const work = Promise.allSettled(Array.from({ length: 6 }, () => transaction(db)))
    await sleep(Math.random() * 60)
    proxy.cut()
    await work
  }
  await expect.poll(() => ask(db), { timeout: 10_000 }).toBe(1)
  await expect.poll(() => transaction(db).then(() => 'committed', asFailure), { timeout: 10_000 }).toBe('committed')
})

test.runIf(hasOpenssl)(
  'a database that hangs behind TLS fails what waits for it, and is used again once it answers',
  async () => {
    const proxy = await aTlsProxy('tls')
    const db = connected(proxy.port, 'sslmode=require')
    const health = watchHealth(db, () => undefined)
    onTestFinished(() => health.stop())
    expect(await ask(db)).toBe(1)
    proxy.hang()
    const began = Date.now()
    const hanging = Array.from({ length: 4 }, () => transaction(db).catch(asFailure))
    expect(await Promise.all(hanging)).toEqual(['unavailable', 'unavailable', 'unavailable', 'unavailable'])
    // Without the health check they would fail only after the six seconds of a statement.
    expect(Date.now() - began).toBeLessThan(5_000)
    proxy.resume()
    await expect.poll(() => ask(db), { timeout: 10_000 }).toBe(1)
  },
)

test.runIf(hasOpenssl)('a self-signed certificate is good enough to require TLS, not to verify it', async () => {
  const { port } = await aTlsProxy('tls')
  expect(await ask(connected(port, 'sslmode=prefer'))).toBe(1)
  expect(await ask(connected(port, 'sslmode=require'))).toBe(1)
  const verifying = connected(port, 'sslmode=verify-full')
  await expect(verifying.query(sql`select 1`)).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  expect(await ask(verifying)).toBe('unavailable')
})

test('a database without TLS is used where TLS is preferred, and refused where it is required', async () => {
  const { port } = await aTlsProxy('plain')
  expect(await ask(connected(port, 'sslmode=prefer'))).toBe(1)
  const requiring = connected(port, 'sslmode=require')
  await expect(requiring.query(sql`select 1`)).rejects.toThrow('does not support SSL')
  expect(await ask(requiring)).toBe('unavailable')
})
