import { expect, test } from 'vitest'
import type { RingPage } from '#domain/exchange/rings.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type Session, withDesk } from '#test/desk-calls.ts'
import { aPiazzaWithRings } from '#test/rings.ts'

test('a person at the desk reads a ring and answers it, unless the volunteer is in it', async () => {
  const piazza = await withDesk(await aPiazzaWithRings())
  const { aRing, call, post, begin, actsIn, db } = piazza
  const { people, id } = await aRing(2)
  const [ada, bea] = people
  const { code } = (await post(ada.token, '/api/desk/code')).body as { code: string }
  const { token } = (await begin({ username: ada.username, code })).body as Session
  const { body } = await call('GET', '/api/rings', { token })
  expect((body as RingPage).rings).toMatchObject([{ _id: id, state: 'open', accepted: false }])
  expect((await post(token, `/api/rings/${id}/answer`, { accept: true })).status).toBe(200)
  expect(await actsIn(token)).toEqual(['Inizio della sessione', 'Risposta a un anello di scambio: «Trapano»'])

  await db.execute(sql`update member set role = 'desk' where id = ${bea.id}`)
  const { code: other } = (await post(ada.token, '/api/desk/code')).body as { code: string }
  const { token: byBea } = (await begin({ username: ada.username, code: other }, bea)).body as Session
  expect((await post(byBea, `/api/rings/${id}/answer`, { accept: false })).status).toBe(403)
})
