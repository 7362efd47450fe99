import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { makeHeartbeat } from '#server/db/heartbeat.ts'
import { openLine } from '#server/db/line.ts'
import { aSecureDoor, hasOpenssl } from '#test/tls-database.ts'

const connected = (port: number, question: string, socket = openLine) => {
  const { user, database } = inject('databaseAddress')
  const db = connect(`postgres://${user}@127.0.0.1:${port}/${database}?${question}`, { connections: 3, socket })
  onTestFinished(() => db.end({ timeout: 1 }))
  return db
}
const ask = (db: ReturnType<typeof connected>) =>
  db`select 1 as one`.then(
    ([row]) => row?.one,
    (error) => error.code,
  )

test.runIf(hasOpenssl)('TLS lines cut in the middle of transactions fail them, and nothing else', async () => {
  const door = await aSecureDoor('tls')
  const db = connected(door.port, 'sslmode=require')
  const transaction = () =>
    db.begin(async (sql) => {
      for (let step = 0; step < 5; step++) await sql`select pg_sleep(0.01)`
    })
  for (let round = 0; round < 5; round++) {
    await expect.poll(() => Promise.all([ask(db), ask(db), ask(db)]), { timeout: 10_000 }).toEqual([1, 1, 1])
    const work = Promise.allSettled(Array.from({ length: 6 }, transaction))
    await sleep(Math.random() * 60)
    door.cut()
    await work
  }
  await expect.poll(() => ask(db), { timeout: 10_000 }).toBe(1)
  await expect
    .poll(
      () =>
        transaction().then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true)
})

test.runIf(hasOpenssl)('a database that hangs behind TLS is cut off, and used again once it answers', async () => {
  const door = await aSecureDoor('tls')
  let answers = true
  const pulse = Object.assign(() => (answers ? Promise.resolve() : new Promise(() => undefined)), {
    end: async () => undefined,
  }) as unknown as ReturnType<typeof connect>
  const heartbeat = makeHeartbeat(
    () => pulse,
    () => undefined,
  )
  const db = connected(door.port, 'sslmode=require', heartbeat.socket)
  const hanging = () =>
    db
      .begin((sql) => sql`select pg_sleep(4)`)
      .then(
        () => 'done',
        (error) => error.code,
      )
  expect(await ask(db)).toBe(1)
  const waiting = Promise.all([hanging(), hanging(), hanging(), hanging()])
  answers = false
  expect((await waiting).filter((code) => !/^(ETIMEDOUT|ECONNRESET|CONNECTION_CLOSED)$/.test(code))).toEqual([])
  answers = true
  await expect.poll(() => ask(db), { timeout: 10_000 }).toBe(1)
  await heartbeat.stop()
})

test.runIf(hasOpenssl)(
  'a certificate that nobody vouches for is good enough to require TLS, not to verify it',
  async () => {
    const { port } = await aSecureDoor('tls')
    expect(await ask(connected(port, 'sslmode=prefer'))).toBe(1)
    expect(await ask(connected(port, 'sslmode=require'))).toBe(1)
    expect(await ask(connected(port, 'sslmode=verify-full'))).toBe('CONNECTION_INSECURE')
  },
)

test('a database without TLS is taken where TLS is preferred, and not where it is required', async () => {
  const { port } = await aSecureDoor('plain')
  expect(await ask(connected(port, 'sslmode=prefer'))).toBe(1)
  expect(await ask(connected(port, 'sslmode=require'))).toBe('CONNECTION_INSECURE')
})
