import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { isDatabaseUnavailable } from '#server/platform/db/failures.ts'
import { watchHealth } from '#server/platform/db/health.ts'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aTlsProxy, hasOpenssl } from '#test/tls-database.ts'

const connected = (port: number, options: string) => {
  const { user, database } = inject('databaseAddress')
  const db = connect(`postgres://${user}@127.0.0.1:${port}/${database}?${options}`, { connections: CONNECTIONS })
  onTestFinished(() => db.close())
  return db
}
const asFailure = (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : error)
const ask = (db: Database) => db.query<{ one: number }>(sql`select 1 as one`).then(([row]) => row?.one, asFailure)
const transaction = (db: Database, between: () => Promise<void> = async () => undefined) =>
  db.transaction(async (tx) => {
    await tx.query(sql`select 1`)
    await between()
    await tx.query(sql`select 1`)
  })
const CONNECTIONS = 3
const WHEN_BUSY = { timeout: 60_000 }

test.runIf(hasOpenssl)('TLS connections cut during transactions fail those transactions only', async () => {
  const proxy = await aTlsProxy('tls')
  const db = connected(proxy.port, 'sslmode=require')
  for (let round = 0; round < 5; round++) {
    await expect.poll(() => Promise.all([ask(db), ask(db), ask(db)]), WHEN_BUSY).toEqual([1, 1, 1])
    const cut = Promise.withResolvers<void>()
    const begun: number[] = []
    const work = Array.from({ length: 2 * CONNECTIONS }, (_, number) => {
      const waitForCut = () => {
        begun.push(number)
        return cut.promise
      }
      return transaction(db, waitForCut).then(() => 'committed', asFailure)
    })
    await expect.poll(() => begun.length, WHEN_BUSY).toBe(CONNECTIONS)
    const interrupted = [...begun]
    proxy.cut()
    cut.resolve()
    const outcomes = await Promise.all(work)
    expect(interrupted.map((number) => outcomes[number])).toEqual(Array(CONNECTIONS).fill('unavailable'))
    expect(outcomes.filter((outcome) => outcome !== 'unavailable' && outcome !== 'committed')).toEqual([])
  }
  await expect.poll(() => transaction(db).then(() => 'committed', asFailure), WHEN_BUSY).toBe('committed')
})

test.runIf(hasOpenssl)(
  'a database that hangs behind TLS fails what waits for it, and is used again once it answers',
  async () => {
    const proxy = await aTlsProxy('tls')
    const db = connected(proxy.port, 'sslmode=require')
    const health = watchHealth(db, () => undefined)
    onTestFinished(() => health.stop())
    const asked = Promise.withResolvers<void>()
    let begun = 0
    const hangInBetween = () => {
      begun++
      return asked.promise
    }
    const work = Array.from({ length: CONNECTIONS }, () => transaction(db, hangInBetween).catch((error) => error))
    await expect.poll(() => begun, WHEN_BUSY).toBe(CONNECTIONS)
    const suspend = vi.spyOn(db, 'suspend')
    proxy.hang()
    asked.resolve()
    const [waiting, ...failures] = await Promise.all([ask(db), ...work])
    expect(waiting).toBe('unavailable')
    // All fail with the one error of the health check; the longer statement timeout would give each its own error.
    for (const error of failures) expect(error).toBe(suspend.mock.calls[0]?.[0])
    expect(isDatabaseUnavailable(failures[0])).toBe(true)
    proxy.resume()
    await expect.poll(() => ask(db), WHEN_BUSY).toBe(1)
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
