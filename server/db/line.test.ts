import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { makeHeartbeat } from '#server/db/heartbeat.ts'
import { aDatabase } from '#test/database.ts'

test('lines cut in the middle of transactions fail them, and nothing else: the next ones are made', async () => {
  const own = await aDatabase()
  const { database } = own.options
  const db = connect({ ...inject('databaseAddress'), database }, { connections: 3 })
  const transaction = () =>
    db.begin(async (sql) => {
      for (let step = 0; step < 5; step++) await sql`select pg_sleep(0.01)`
    })
  for (let round = 0; round < 10; round++) {
    const work = Promise.allSettled(Array.from({ length: 6 }, transaction))
    await sleep(20 + Math.random() * 30)
    await own`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database} and pid <> pg_backend_pid()`
    await work
  }
  const allMade = () =>
    Promise.all(Array.from({ length: 6 }, transaction)).then(
      () => true,
      () => false,
    )
  await expect.poll(allMade, { timeout: 10_000 }).toBe(true)
  await db.end({ timeout: 1 })
})

test('a transaction that waits for something else while its line is cut fails, and says nothing more', async () => {
  const own = await aDatabase()
  const { database } = own.options
  const db = connect({ ...inject('databaseAddress'), database }, { connections: 2 })
  const elsewhere = Promise.withResolvers<void>()
  let inside = 0
  const waiting = (end: 'asks' | 'ends' | 'fails') =>
    db
      .begin(async (sql) => {
        await sql`select 1`
        inside++
        await elsewhere.promise
        if (end === 'asks') await sql`select 2`
        if (end === 'fails') throw new Error('no')
      })
      .catch((error) => error.code)
  for (const pair of [
    ['asks', 'ends'],
    ['fails', 'asks'],
  ] as const) {
    inside = 0
    const begun = Promise.all(pair.map(waiting))
    await expect.poll(() => inside, { timeout: 10_000 }).toBe(2)
    await own`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${database} and pid <> pg_backend_pid()`
    expect((await begun).every((code) => /^(57P01|ECONNRESET|CONNECTION_CLOSED)$/.test(code))).toBe(true)
  }
  elsewhere.resolve()
  await sleep(100)
  await expect.poll(() => db`select 1 as one`.catch(() => []), { timeout: 5_000 }).toEqual([{ one: 1 }])
  await db.end({ timeout: 1 })
})

test('a database that stops answering is found out, those who wait are told, and it is asked again once it answers', async () => {
  const own = await aDatabase()
  const address = { ...inject('databaseAddress'), database: own.options.database }
  let answers = true
  const said: string[] = []
  const pulse = Object.assign(() => (answers ? Promise.resolve() : new Promise(() => undefined)), {
    end: async () => undefined,
  }) as unknown as ReturnType<typeof connect>
  const heartbeat = makeHeartbeat(
    () => pulse,
    (line) => said.push(line),
  )
  const db = connect(address, { socket: heartbeat.socket })
  const waiting = db`select pg_sleep(4)`.catch((error) => error.code)
  answers = false
  expect(await waiting).toBe('ETIMEDOUT')
  expect(await db`select 1`.catch((error) => error.code)).toBe('ETIMEDOUT')
  answers = true
  await expect.poll(() => db`select 1 as one`.catch(() => []), { timeout: 5_000 }).toEqual([{ one: 1 }])
  expect(said).toEqual(['Il database non risponde.', 'Il database risponde di nuovo.'])
  await heartbeat.stop()
  await db.end({ timeout: 1 })
})
