import { expect, test, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { makeStreamPublisher } from '#server/talk/stream/service.ts'
import { makeStreamStore } from '#server/talk/stream/store.ts'
import { aDatabase } from '#test/database.ts'
import { anEventStream } from '#test/event-stream.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const publisher = ({ db }: Pick<Piazza, 'db'>) => {
  const { publish } = makeStreamPublisher(makeStreamStore(db), () => new Date())
  return (members: { id: string }[], thread: string) =>
    db.transaction(async (tx) =>
      publish(
        tx,
        members.map(({ id }) => id),
        'read',
        { thread },
      ),
    )
}
const threadsOf = ({ events }: { events: { event: string; data: Record<string, unknown> }[] }) =>
  events.filter(({ event }) => event === 'read').map(({ data }) => data.thread)

test('events reach every open page of a member, at any instance of the server, and nobody else', async () => {
  const db = await aDatabase()
  const [one, other] = [await aPiazza({ db }), await aPiazza({ db })]
  const [rosa, ugo] = [await one.aMember(), await one.aMember()]
  const streams = [await anEventStream(one.origin, rosa.token), await anEventStream(other.origin, rosa.token)]
  const foreign = await anEventStream(one.origin, ugo.token)
  expect(streams[0]?.headers.get('x-accel-buffering')).toBe('no')
  expect(streams[0]?.headers.get('content-type')).toContain('text/event-stream')
  const publish = publisher(one)
  for (const name of ['a', 'b', 'c']) await publish([rosa], name)
  for (const stream of streams) await vi.waitFor(() => expect(threadsOf(stream)).toEqual(['a', 'b', 'c']), 5_000)
  expect(threadsOf(foreign)).toEqual([])
})

test('a stream resumes after its last event: nothing is lost and nothing comes twice', async () => {
  const piazza = await aPiazza()
  const rosa = await piazza.aMember()
  const publish = publisher(piazza)
  const first = await anEventStream(piazza.origin, rosa.token)
  await publish([rosa], 'a')
  await vi.waitFor(() => expect(threadsOf(first)).toEqual(['a']), 5_000)
  await first.close()
  for (const name of ['b', 'c']) await publish([rosa], name)
  const second = await anEventStream(piazza.origin, rosa.token, first.events.at(-1)?.id)
  await publish([rosa], 'd')
  await vi.waitFor(() => expect(threadsOf(second)).toEqual(['b', 'c', 'd']), 5_000)
})

test('a page that missed events which are no longer stored is told to load again', async () => {
  const piazza = await aPiazza()
  const rosa = await piazza.aMember()
  const publish = publisher(piazza)
  for (const name of ['a', 'b', 'c']) await publish([rosa], name)
  await piazza.db.execute(sql`delete from stream_event where id < 3`)
  const stream = await anEventStream(piazza.origin, rosa.token, 1)
  await vi.waitFor(() => expect(stream.events[0]).toMatchObject({ event: 'reset', id: 3 }), 5_000)
  const recent = await anEventStream(piazza.origin, rosa.token, 2)
  await vi.waitFor(() => expect(threadsOf(recent)).toEqual(['c']), 5_000)
})

test('concurrent transactions are delivered in the order of their numbers, whichever began first', async () => {
  const piazza = await aPiazza()
  const [rosa, ugo] = [await piazza.aMember(), await piazza.aMember()]
  const stream = await anEventStream(piazza.origin, rosa.token)
  const publish = publisher(piazza)
  const names = Array.from({ length: 60 }, (_, number) => `${number}`)
  await Promise.all(names.map((name, number) => publish(number % 2 ? [rosa, ugo] : [ugo, rosa], name)))
  await vi.waitFor(() => expect(threadsOf(stream)).toHaveLength(60), 5_000)
  const ids = stream.events.filter(({ event }) => event === 'read').map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  expect(new Set(threadsOf(stream))).toEqual(new Set(names))
})

test('signing out ends the streams of that session, a new password or a suspension those of all sessions', async () => {
  const piazza = await aPiazza()
  const rosa = await piazza.aMember()
  const other = await piazza.aMember()
  const [stream, otherStream] = [
    await anEventStream(piazza.origin, rosa.token),
    await anEventStream(piazza.origin, other.token),
  ]
  await piazza.call('POST', '/api/users/signout', { token: rosa.token, body: {} })
  await stream.ended
  expect((await anEventStream(piazza.origin, rosa.token)).status).toBe(401)
  await piazza.db.execute(sql`delete from member_session where member_id = ${other.id}`)
  await otherStream.ended
  const suspended = await piazza.aMember()
  const suspendedStream = await anEventStream(piazza.origin, suspended.token)
  await piazza.db.execute(sql`update member set suspended_at = now() where id = ${suspended.id}`)
  await suspendedStream.ended
})

test('HEAD opens no stream', async () => {
  const piazza = await aPiazza()
  const headers = { authorization: `Bearer ${(await piazza.aMember()).token}` }
  const { status } = await fetch(`${piazza.origin}/api/stream`, { method: 'HEAD', headers })
  expect(status).toBe(404)
})

test('an open stream does not keep the server from closing', async () => {
  const piazza = await anOwnPiazza()
  const stream = await anEventStream(piazza.origin, (await piazza.aMember()).token)
  await piazza.app.close()
  await stream.ended
})

test('streams go on after the connections to the database were cut', async () => {
  const piazza = await anOwnPiazza()
  const rosa = await piazza.aMember()
  const stream = await anEventStream(piazza.origin, rosa.token)
  const publish = publisher(piazza)
  await publish([rosa], 'a')
  await vi.waitFor(() => expect(threadsOf(stream)).toEqual(['a']), 5_000)
  await piazza.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await vi.waitFor(() => publish([rosa], 'b'), 5_000)
  await vi.waitFor(() => expect(threadsOf(stream)).toEqual(['a', 'b']), 10_000)
})
