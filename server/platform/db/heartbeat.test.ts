import { expect, onTestFinished, test, vi } from 'vitest'
import { makeHeartbeat } from '#server/platform/db/heartbeat.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aDatabase } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'

const WAIT_MS = 20_000
const WINDOW_MS = 1_500

const aHeartbeat = (db: Database) => {
  const heartbeat = makeHeartbeat(db.openClient)
  onTestFinished(heartbeat.stop)
  return heartbeat
}
const cutHeartbeats = (db: Database) =>
  db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'piazza heartbeat'`)

test('a server listens for cache, settings and event streams on one connection', async () => {
  const { db, aMember, call } = await aPiazza({ env: { CACHE_MB: '8' } })
  await call('GET', '/api/products', { token: (await aMember()).token })
  const listening = () =>
    db.query(sql`
      select application_name as name, count(*) as count from pg_stat_activity
      where datname = current_database() and (application_name = 'piazza heartbeat' or query ~* '^listen "?piazza')
      group by application_name`)
  await expect.poll(listening, { timeout: WAIT_MS }).toEqual([{ name: 'piazza heartbeat', count: 1 }])
})

test('a listener gets the notifications of its channel only, also after its connection was cut', async () => {
  const db = await aDatabase()
  const heartbeat = aHeartbeat(db)
  const heard = { one: [] as string[], other: [] as string[] }
  let connections = 0
  const onConnect = () => {
    connections++
  }
  heartbeat.listen({ channel: 'one', onMessage: (payload) => heard.one.push(payload), onConnect })
  await vi.waitFor(() => expect(connections).toBe(1), WAIT_MS)
  // Added while the connection is open.
  heartbeat.listen({ channel: 'other', onMessage: (payload) => heard.other.push(payload), onConnect })
  await vi.waitFor(() => expect(connections).toBe(2), WAIT_MS)
  await db.execute(sql`select pg_notify('one', 'a'), pg_notify('other', 'b')`)
  await vi.waitFor(() => expect(heard).toEqual({ one: ['a'], other: ['b'] }), WAIT_MS)
  await cutHeartbeats(db)
  await vi.waitFor(() => expect(connections).toBe(4), WAIT_MS)
  await db.execute(sql`select pg_notify('one', 'c')`)
  await vi.waitFor(() => expect(heard).toEqual({ one: ['a', 'c'], other: ['b'] }), WAIT_MS)
})

test('it is current only once its own notification has arrived, and not after it has stopped', async () => {
  const db = await aDatabase()
  const heartbeat = aHeartbeat(db)
  let beats = 0
  heartbeat.watch(() => {
    beats++
  })
  await vi.waitFor(() => expect(beats).toBeGreaterThan(0), WAIT_MS)
  expect(heartbeat.isCurrent(WINDOW_MS)).toBe(false)
  heartbeat.listen({ channel: 'one', onMessage: () => undefined, onConnect: () => undefined })
  await expect.poll(() => heartbeat.isCurrent(WINDOW_MS), { timeout: WAIT_MS }).toBe(true)
  await heartbeat.stop()
  expect(heartbeat.isCurrent(WINDOW_MS)).toBe(false)
})

test('a cut connection is replaced without reporting that the database does not answer', async () => {
  const db = await aDatabase()
  const heartbeat = aHeartbeat(db)
  const answered: boolean[] = []
  heartbeat.watch((isAnswered) => answered.push(isAnswered))
  let connections = 0
  const onConnect = () => {
    connections++
  }
  heartbeat.listen({ channel: 'one', onMessage: () => undefined, onConnect })
  await vi.waitFor(() => expect(connections).toBe(1), WAIT_MS)
  // Waits until the first heartbeat has completed, so that no statement is running when the connection is cut.
  await vi.waitFor(() => expect(answered.length).toBeGreaterThan(0), WAIT_MS)
  await cutHeartbeats(db)
  await vi.waitFor(() => expect(connections).toBe(2), WAIT_MS)
  expect(answered).not.toContain(false)
})

test('questions are answered with the heartbeat', async () => {
  const db = await aDatabase()
  const heartbeat = aHeartbeat(db)
  const answers: unknown[] = []
  const unsubscribe = heartbeat.ask({
    expression: () => sql`select ${'pane'}::text`,
    onAnswer: (value) => answers.push(value),
  })
  await vi.waitFor(() => expect(answers[0]).toBe('pane'), WAIT_MS)
  unsubscribe()
})

test('a database that refuses the statement counts as answering, and not as current', async () => {
  const db = await aDatabase()
  const heartbeat = aHeartbeat(db)
  const answered: boolean[] = []
  heartbeat.ask({ expression: () => sql`select 1 / 0`, onAnswer: () => undefined })
  heartbeat.listen({ channel: 'one', onMessage: () => undefined, onConnect: () => undefined })
  heartbeat.watch((isAnswered) => answered.push(isAnswered))
  await vi.waitFor(() => expect(answered.length).toBeGreaterThan(0), WAIT_MS)
  expect(answered).not.toContain(false)
  expect(heartbeat.isCurrent(WINDOW_MS)).toBe(false)
})
