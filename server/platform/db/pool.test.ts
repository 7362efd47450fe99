import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { isDatabaseUnavailable } from '#server/platform/db/failures.ts'
import { watchHealth } from '#server/platform/db/health.ts'
import { makeHeartbeat } from '#server/platform/db/heartbeat.ts'
import { connect, type Transaction } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aDatabase, addressOf } from '#test/database.ts'

// Long enough for a closed connection to be replaced.
const REPLACED = { timeout: 20_000 }

const aPool = async (connections: number) => {
  const admin = await aDatabase()
  const db = connect(addressOf(admin), { connections })
  onTestFinished(() => db.close())
  const killConnections = () =>
    admin.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
  return { admin, db, killConnections }
}
const asFailure = (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : error)

test('connections cut during transactions fail those transactions only', async () => {
  const { db, killConnections } = await aPool(3)
  const transaction = () =>
    db.transaction(async (tx) => {
      for (let step = 0; step < 5; step++) await tx.query(sql`select pg_sleep(0.01)`)
    })
  for (let round = 0; round < 10; round++) {
    const work = Promise.allSettled(Array.from({ length: 6 }, transaction))
    await sleep(20 + Math.random() * 30)
    await killConnections()
    await work
  }
  const allCommitted = () =>
    Promise.all(Array.from({ length: 6 }, transaction)).then(
      () => true,
      () => false,
    )
  await expect.poll(allCommitted, REPLACED).toBe(true)
})

test('a transaction that awaits something else while its connection is cut fails at once, and sends nothing more', async () => {
  const { db, killConnections } = await aPool(2)
  await db.execute(sql`create table note (text text)`)
  const elsewhere = Promise.withResolvers<void>()
  let inside = 0
  const waiting = (end: 'queries' | 'returns' | 'throws') =>
    db
      .transaction(async (tx) => {
        await tx.query(sql`select 1`)
        inside++
        await elsewhere.promise
        if (end === 'queries') await tx.execute(sql`insert into note values ('late')`)
        if (end === 'throws') throw new Error('no')
      })
      .catch(asFailure)
  for (const pair of [
    ['queries', 'returns'],
    ['throws', 'queries'],
  ] as const) {
    inside = 0
    const begun = Promise.all(pair.map(waiting))
    await expect.poll(() => inside, { timeout: 20_000 }).toBe(2)
    await killConnections()
    expect(await begun).toEqual(['unavailable', 'unavailable'])
  }
  elsewhere.resolve()
  await sleep(100)
  const late = () => db.query(sql`select count(*) as late from note`).catch(asFailure)
  await expect.poll(late, REPLACED).toEqual([{ late: 0 }])
})

test('a statement sent after its transaction has ended is rejected, also when another transaction uses the connection', async () => {
  const { db } = await aPool(1)
  await db.execute(sql`create table note (text text)`)
  let late: Transaction | undefined
  await db.transaction(async (tx) => {
    late = tx
  })
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into note values ('mine')`)
    await expect(late?.execute(sql`insert into note values ('late')`)).rejects.toThrow('the transaction has ended')
  })
  expect(await db.query(sql`select text from note`)).toEqual([{ text: 'mine' }])
})

test('a transaction that ignores the failure of a statement does not count as committed', async () => {
  const { db } = await aPool(1)
  await db.execute(sql`create table note (text text primary key)`)
  const ignoring = db.transaction(async (tx) => {
    await tx.execute(sql`insert into note values ('one')`)
    await tx.execute(sql`insert into note values ('one')`).catch(() => undefined)
  })
  await expect(ignoring).rejects.toThrow('rolled back')
  expect(await db.query(sql`select from note`)).toEqual([])
})

test('a connection cut while idle, or during the commit, is replaced', async () => {
  const { admin, db, killConnections } = await aPool(1)
  await admin.execute(sql`create table note (text text)`)
  // Keeps the commit busy until it is cut; the statement timeout is 5 s.
  await admin.execute(sql`
    create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(4); return null; end $$`)
  await admin.execute(sql`
    create constraint trigger lingering after insert on note deferrable initially deferred
    for each row execute function linger()`)
  const committing = db.transaction((tx) => tx.execute(sql`insert into note values ('one')`)).catch(asFailure)
  const commits = () =>
    admin.query(sql`
      select from pg_stat_activity where datname = current_database() and query = 'commit' and state = 'active'`)
  await expect.poll(commits, { timeout: 20_000 }).toHaveLength(1)
  await killConnections()
  expect(await committing).toBe('unavailable')
  await expect.poll(() => db.query(sql`select text from note`).catch(asFailure), REPLACED).toEqual([])
  await killConnections()
  await expect.poll(() => db.query(sql`select 1 as one`).catch(asFailure), REPLACED).toEqual([{ one: 1 }])
})

test('a bigint that a number cannot hold exactly is an error', async () => {
  const { db } = await aPool(1)
  expect(await db.query(sql`select 9007199254740991 as most`)).toEqual([{ most: Number.MAX_SAFE_INTEGER }])
  await expect(db.query(sql`select 9007199254740993 as more`)).rejects.toThrow(RangeError)
})

test('undefined is not sent as null', async () => {
  const { db } = await aPool(1)
  await expect(db.query(sql`select ${undefined}::text`)).rejects.toThrow(TypeError)
})

test('when the database stops answering, everything that waits fails, and statements work again once it answers', async () => {
  const { db } = await aPool(2)
  let answers = true
  const lines: string[] = []
  const query = () => (answers ? Promise.resolve({ rows: [] }) : new Promise(() => undefined))
  const client = { query, on: () => client, once: () => client, end: async () => undefined }
  const heartbeat = makeHeartbeat(async () => client as unknown as pg.Client)
  onTestFinished(heartbeat.stop)
  watchHealth({ ...db, heartbeat }, (line) => lines.push(line))
  const waiting = Promise.all(Array.from({ length: 5 }, () => db.query(sql`select pg_sleep(4)`).catch(asFailure)))
  answers = false
  expect(await waiting).toEqual(Array.from({ length: 5 }, () => 'unavailable'))
  expect(await db.query(sql`select 1`).catch(asFailure)).toBe('unavailable')
  answers = true
  await expect.poll(() => db.query(sql`select 1 as one`).catch(asFailure), { timeout: 20_000 }).toEqual([{ one: 1 }])
  expect(lines).toEqual(['Il database non risponde.', 'Il database risponde di nuovo.'])
})

test('of two transactions in a deadlock both are committed, one of them at a later attempt', async () => {
  const { db } = await aPool(2)
  await db.execute(sql`create table pair (id integer primary key, count integer not null)`)
  await db.execute(sql`insert into pair values (1, 0), (2, 0)`)
  let attempts = 0
  let locked = 0
  const bothLocked = Promise.withResolvers<void>()
  const increment = (first: number, second: number) =>
    db.transaction(async (tx) => {
      attempts++
      await tx.execute(sql`update pair set count = count + 1 where id = ${first}`)
      locked++
      if (locked === 2) bothLocked.resolve()
      await bothLocked.promise
      await tx.execute(sql`update pair set count = count + 1 where id = ${second}`)
    })
  await Promise.all([increment(1, 2), increment(2, 1)])
  expect(await db.query(sql`select count from pair`)).toEqual([{ count: 2 }, { count: 2 }])
  expect(attempts).toBeGreaterThanOrEqual(3)
})

test('a serialisation failure is retried, a few times only', async () => {
  const { db } = await aPool(1)
  let attempts = 0
  const failing = (times: number) =>
    db.transaction(async (tx) => {
      attempts++
      if (attempts <= times) await tx.execute(sql`do $$ begin raise serialization_failure; end $$`)
      return 'committed'
    })
  expect(await failing(2)).toBe('committed')
  attempts = 0
  await expect(failing(100)).rejects.toMatchObject({ code: '40001' })
  expect(attempts).toBeLessThan(10)
})
