import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { IDEMPOTENCY_DAYS } from '#domain/base/idempotency.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeIdempotency } from '#server/platform/idempotency/service.ts'
import { makeIdempotencyStore } from '#server/platform/idempotency/store.ts'
import { aDatabase } from '#test/database.ts'
import { makePopulation } from '#test/population.ts'

type Note = { id: string; text: string }
type Options = { key?: string; by?: { id: string }; call?: string; refuse?: (tx: Queries) => Promise<void> }

const REUSED = { kind: 'conflict', message: MESSAGES.idempotencyKeyReused }

/** Calls that store a note. */
const aServerOfNotes = async () => {
  const db = await aDatabase()
  let now = new Date('2026-11-15T10:00:00Z')
  const clock = () => now
  const idempotency = makeIdempotency(makeIdempotencyStore(db), clock)
  const { aMember } = makePopulation(db, clock)
  const [anna, bruno] = [await aMember(), await aMember()]
  await db.execute(sql`create table note (id uuid primary key default new_id(), text text not null)`)
  const find = (id: string, tx: Queries = db) => tx.first<Note>(sql`select id, text from note where id = ${id}`)
  const send = (text: string, { key, by = anna, call = 'POST /notes', refuse }: Options = {}): Promise<Note> => {
    const once = idempotency.once({ memberId: by.id, call, key, body: { text } }, find)
    const add = async (tx: Queries) => {
      await refuse?.(tx)
      return (await tx.first<Note>(sql`insert into note (text) values (${text}) returning id, text`)) as Note
    }
    return once.answer(() => db.transaction((tx) => once.store(tx, () => add(tx))))
  }
  const notes = async () => (await db.query<Note>(sql`select text from note order by id`)).map(({ text }) => text)
  const pass = (days: number) => (now = new Date(now.getTime() + days * DAY_MS))
  return { db, idempotency, anna, bruno, send, notes, pass }
}

test('the same key with the same body makes one thing, of which the present state is answered', async () => {
  const { db, send, notes } = await aServerOfNotes()
  const first = await send('Pane', { key: 'una' })
  expect(await send('Pane', { key: 'una' })).toEqual(first)
  await db.execute(sql`update note set text = 'Pane fresco' where id = ${first.id}`)
  expect(await send('Pane', { key: 'una' })).toEqual({ ...first, text: 'Pane fresco' })
  expect(await notes()).toEqual(['Pane fresco'])
})

test('the same key with another body is refused, and nothing is made', async () => {
  const { send, notes } = await aServerOfNotes()
  await send('Pane', { key: 'una' })
  await expect(send('Latte', { key: 'una' })).rejects.toMatchObject(REUSED)
  expect(await notes()).toEqual(['Pane'])
})

test('without a key every request is one of its own; keys belong to a member and a call', async () => {
  const { send, bruno, notes } = await aServerOfNotes()
  await send('Pane')
  await send('Pane')
  for (const other of [{}, { by: bruno }, { call: 'POST /other' }]) await send('Pane', { key: 'una', ...other })
  expect(await notes()).toHaveLength(5)
})

test('concurrent requests with one key make one thing; with different bodies one is made and the other refused', async () => {
  const { send, notes } = await aServerOfNotes()
  const same = await Promise.all(Array.from({ length: 8 }, () => send('Pane', { key: 'una' })))
  expect(new Set(same.map(({ id }) => id)).size).toBe(1)
  const different = await Promise.allSettled(['Latte', 'Uova'].map((text) => send(text, { key: 'altra' })))
  expect(different.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(different.find(({ status }) => status === 'rejected')).toMatchObject({ reason: REUSED })
  expect(await notes()).toHaveLength(2)
})

test('a request waits for a concurrent one with its key, and makes the thing itself if that one fails', async () => {
  const { db, send, notes } = await aServerOfNotes()
  const waiting = sql`
    select from pg_locks join pg_database d on d.oid = database
    where locktype = 'advisory' and not granted and datname = current_database()`
  const [begun, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = send('Pane', {
    key: 'una',
    refuse: async () => {
      begun.resolve()
      await failing.promise
      throw new Error('no')
    },
  })
  await begun.promise
  const second = send('Pane', { key: 'una' })
  await expect.poll(() => db.query(waiting)).toHaveLength(1)
  failing.resolve()
  await expect(first).rejects.toThrow('no')
  expect(await second).toMatchObject({ text: 'Pane' })
  expect(await notes()).toEqual(['Pane'])
})

test('a refused request is answered with what a concurrent one with its key has made', async () => {
  const { idempotency, db, anna, send, notes } = await aServerOfNotes()
  const request = { memberId: anna.id, call: 'POST /notes', key: 'una', body: { text: 'Pane' } }
  const find = (id: string) => db.first<Note>(sql`select id, text from note where id = ${id}`)
  let made: Note | undefined
  const answer = await idempotency.once<Note>(request, find).answer(async () => {
    made = await send('Pane', { key: 'una' })
    throw new AppError('conflict', 'sold out')
  })
  expect(answer).toEqual(made)
  expect(await notes()).toEqual(['Pane'])
})

test('a refused request keeps its key free, and a released key can be used again', async () => {
  const { idempotency, db, anna, send, notes } = await aServerOfNotes()
  const refuse = () => Promise.reject(new AppError('invalid', 'no'))
  await expect(send('Pane', { key: 'una', refuse })).rejects.toThrow('no')
  const { id } = await send('Latte', { key: 'una' })
  await db.transaction((tx) => idempotency.release(tx, anna.id, id))
  await send('Uova', { key: 'una' })
  expect(await notes()).toEqual(['Latte', 'Uova'])
})

test('what was made and is gone is reported as missing', async () => {
  const { db, send } = await aServerOfNotes()
  await send('Pane', { key: 'una' })
  await db.execute(sql`delete from note`)
  await expect(send('Pane', { key: 'una' })).rejects.toMatchObject({ kind: 'notFound' })
})

test('keys are deleted after their retention period, and with their member', async () => {
  const { db, idempotency, anna, bruno, send, notes, pass } = await aServerOfNotes()
  await send('Pane', { key: 'una' })
  await send('Pane', { key: 'una', by: bruno })
  await db.transaction((tx) => idempotency.personalData.erase(tx, { id: bruno.id, emails: [] }))
  expect(await db.query(sql`select member_id as id from idempotency`)).toEqual([{ id: anna.id }])
  expect(await idempotency.personalData.deleteExpired(pass(IDEMPOTENCY_DAYS))).toBe(0)
  expect(await idempotency.personalData.deleteExpired(pass(1))).toBe(1)
  await send('Latte', { key: 'una' })
  expect(await notes()).toEqual(['Pane', 'Pane', 'Latte'])
})
