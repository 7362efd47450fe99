import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/base/dates.ts'
import type { MemberExport } from '#domain/member-export.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { untilWaiting, whileHeld, whileMemberIsLocked } from '#test/lock-waits.ts'
import { aPiazzaWithRings } from '#test/rings.ts'
import { someServices } from '#test/services.ts'

const PASSWORD = 'una-password-lunga-e-segreta'

test('three listings that answer three requests make a ring; when all agree there are three requests', async () => {
  const { aRing, answer, ringsOf, noticesOf, call, db } = await aPiazzaWithRings()
  const { people, id, ring } = await aRing(3)
  const [ada, bea, ciro] = people
  expect(ring).toMatchObject({ state: 'open', accepted: false })
  expect(ring?.parts.map(({ giver, receiver, offer }) => [giver.username, receiver.username, offer.name])).toEqual(
    expect.arrayContaining([
      [ada.username, bea.username, 'Trapano'],
      [bea.username, ciro?.username, 'Divano'],
      [ciro?.username, ada.username, 'Chitarra'],
    ]),
  )
  // Ada gives for 10 VAL and receives for 9.
  expect(await Promise.all(people.map(async (person) => (await ringsOf(person))[0]?.balance))).toEqual([1, -2, 1])
  for (const person of people) expect(await noticesOf(person)).toHaveLength(1)
  expect(JSON.stringify(ring)).not.toContain('@')

  expect(await answer(ada, id, true)).toMatchObject({ status: 200, state: 'open', accepted: true })
  expect((await ringsOf(bea))[0]).toMatchObject({ accepted: false, state: 'open' })
  expect(await answer(bea, id, true)).toMatchObject({ status: 200, state: 'open' })
  expect(await db.query(sql`select from orders`)).toHaveLength(0)
  const agreed = await answer(ciro as typeof ada, id, true)
  expect(agreed).toMatchObject({ status: 200, state: 'agreed' })
  const orders = await db.query(sql`
    select buyer_id as buyer, seller_id as seller, state, total_price_val as val, payer_id as payer, payee_id as payee
    from orders order by items_price_val`)
  // The sums are the differences to the price in the middle.
  expect(orders).toEqual([
    { buyer: ciro?.id, seller: bea.id, state: 'agreed', val: 100, payer: bea.id, payee: ciro?.id },
    { buyer: ada.id, seller: ciro?.id, state: 'agreed', val: 0, payer: null, payee: null },
    { buyer: bea.id, seller: ada.id, state: 'agreed', val: 100, payer: bea.id, payee: ada.id },
  ])
  // A member sees only the own requests.
  expect((await ringsOf(ada))[0]?.parts.filter(({ order }) => order)).toHaveLength(2)
  expect(await db.query(sql`select from listing where section = 'offro' and stock = 0`)).toHaveLength(3)
  expect((await answer(ada, id, true)).status).toBe(409)
  expect((await call('GET', '/api/rings', { token: ada.token })).headers.get('cache-control')).toContain('no-store')
})

test('one declines: all learn only that it did not come about, and these two are not proposed again for 90 days', async () => {
  const { aRing, answer, ringsOf, noticesOf, db, call, searched, passDays } = await aPiazzaWithRings()
  const { people, id, offers } = await aRing(2)
  const [ada, bea] = people
  await answer(ada, id, true)
  expect(await answer(bea, id, false)).toMatchObject({ status: 200, state: 'ended', accepted: false })
  const told = await noticesOf(ada)
  expect(told.at(-1)).toMatch(/non si è concluso/)
  expect(told.at(-1)).not.toContain(bea.username)
  expect((await ringsOf(ada))[0]).toMatchObject({ state: 'ended', accepted: false })
  expect(await db.query(sql`select from ring_part where accepted`)).toEqual([])
  const exported = (await call('GET', '/api/privacy/export', { token: ada.token })).body as MemberExport
  expect(exported.rings).toHaveLength(1)
  expect(JSON.stringify(exported)).not.toMatch(/rest|declin/)
  const changeOffer = async (description: string) => {
    await db.execute(sql`update listing set description = ${description} where id = ${offers[0]?.id}`)
    await searched()
  }
  await changeOffer('Di nuovo')
  expect(await ringsOf(ada)).toHaveLength(1)
  passDays(91)
  await changeOffer('Di nuovo dopo tre mesi')
  // Read from the database, because the tokens have expired meanwhile.
  expect(await db.query(sql`select from ring where state = 'open'`)).toHaveLength(1)
})

test.each([
  ['paused', sql`update listing set paused = true`],
  ['changed in price', sql`update listing set price_val = price_val + 100`],
  ['renamed', sql`update listing set name = 'Altro'`],
  ['sold out', sql`update listing set stock = 0`],
  ['expired', sql`update listing set expires_at = now() - interval '1 minute', expired = true`],
  ['removed', sql`delete from listing`],
])('a listing that is %s ends its ring, for all alike', async (_, change) => {
  const { aRing, ringsOf, noticesOf, answer, db, searched } = await aPiazzaWithRings()
  const { people, id, offers } = await aRing(2)
  await answer(people[0], id, true)
  await db.execute(sql`${change} where id = ${offers[1]?.id}`)
  await searched()
  for (const person of people) {
    // A listing that has only changed may be in a new ring.
    const ended = (await ringsOf(person)).find(({ _id }) => _id === id)
    expect(ended).toMatchObject({ state: 'ended', accepted: false })
    expect(await noticesOf(person)).toContainEqual(expect.stringMatching(/non si è concluso/))
  }
  expect((await answer(people[0], id, true)).status).toBe(409)
})

test('a ring that was not proposed because of another is proposed when that one is declined', async () => {
  const { anOldMember, aListing, answer, ringsOf, searched } = await aPiazzaWithRings()
  const [ada, bea, ciro] = [await anOldMember(), await anOldMember(), await anOldMember()]
  await aListing({ by: ada, name: 'Trapano', stock: 1 })
  await aListing({ by: ada, section: 'cerco', name: 'Cerco Divano' })
  for (const other of [bea, ciro]) {
    await aListing({ by: other, section: 'cerco', name: 'Cerco Trapano' })
    await aListing({ by: other, name: 'Divano', stock: 1 })
    await searched()
  }
  expect(await ringsOf(ciro)).toEqual([])
  const [first] = await ringsOf(bea)
  expect((await answer(bea, first?._id ?? '', false)).status).toBe(200)
  await searched()
  expect((await ringsOf(ada)).filter(({ state }) => state === 'open')).toHaveLength(1)
  expect(await ringsOf(ciro)).toHaveLength(1)
})

test('declining a ring leaves another open ring of the same members', async () => {
  const { aRing, aListing, answer, ringsOf, searched } = await aPiazzaWithRings()
  const { people, id } = await aRing(2)
  const [ada, bea] = people
  await aListing({ by: ada, name: 'Tosaerba' })
  await aListing({ by: bea, section: 'cerco', name: 'Cerco Tosaerba' })
  await aListing({ by: bea, name: 'Lavatrice' })
  await aListing({ by: ada, section: 'cerco', name: 'Cerco Lavatrice' })
  await searched()
  const second = (await ringsOf(bea)).find(({ _id }) => _id !== id)
  expect(second).toMatchObject({ state: 'open' })
  expect((await answer(bea, id, false)).status).toBe(200)
  expect((await answer(bea, second?._id ?? '', true)).status).toBe(200)
  expect(await answer(ada, second?._id ?? '', true)).toMatchObject({ status: 200, state: 'agreed' })
})

test('the end of a ring locks its members before the ring, as an erasure does', async () => {
  const { aRing, db } = await aPiazzaWithRings()
  const { people, id } = await aRing(2)
  const { rings } = someServices(db, () => new Date(Date.now() + 8 * DAY_MS))
  const lockRing = () => db.execute(sql`select from ring where id = ${id} for update nowait`)
  await whileMemberIsLocked(db, people[1].id, () => rings.endOver(), lockRing)
  expect(await db.query(sql`select state from ring`)).toEqual([{ state: 'ended' }])
})

test('after seven days a ring without all answers ends', async () => {
  const { aRing, answer, ringsOf, passDays, db } = await aPiazzaWithRings()
  const { people, id } = await aRing(2)
  await answer(people[0], id, true)
  passDays(7)
  expect((await answer(people[1], id, true)).status).toBe(409)
  await db.execute(sql`select graphile_worker.add_job('end-rings')`)
  await expect.poll(async () => (await ringsOf(people[0]))[0]?.state, { timeout: 15_000 }).toBe('ended')
})

test('all answers at once make the requests once', async () => {
  const { aRing, answer, db } = await aPiazzaWithRings()
  const { people, id } = await aRing(4)
  const answers = await Promise.all([...people, ...people].map((person) => answer(person, id, true)))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(4)
  expect(await db.query(sql`select from orders`)).toHaveLength(4)
})

test('a listing changed while the last one accepts: either all requests or none', async () => {
  const { aRing, answer, db, ringsOf } = await aPiazzaWithRings()
  const { people, id, offers } = await aRing(3)
  const [first, second, third] = people
  await answer(first, id, true)
  await answer(second, id, true)
  const [last] = await Promise.all([
    answer(third as typeof first, id, true),
    db.execute(sql`update listing set price_val = price_val + 500 where id = ${offers[0]?.id}`),
  ])
  const orders = await db.query(sql`select from orders`)
  expect(orders).toHaveLength(last.status === 200 ? 3 : 0)
  // The changed listing may be in a new ring by now.
  const ring = (await ringsOf(first)).find(({ _id }) => _id === id)
  expect(ring?.state).toBe(last.status === 200 ? 'agreed' : 'ended')
})

test('nobody sees or answers the rings of others', async () => {
  const { aRing, answer, ringsOf, anOldMember } = await aPiazzaWithRings()
  const { id } = await aRing(2)
  const stranger = await anOldMember()
  expect(await ringsOf(stranger)).toEqual([])
  expect((await answer(stranger, id, true)).status).toBe(404)
  expect((await answer(stranger, id, false)).status).toBe(404)
})

test('blocking a member ends the open ring with them, like any other end', async () => {
  const { aRing, ringsOf, call } = await aPiazzaWithRings()
  const { people } = await aRing(2)
  await call('PUT', `/api/blocks/${people[1].id}`, { token: people[0].token })
  expect((await ringsOf(people[1]))[0]?.state).toBe('ended')
})

test('a block waits for rings that are being proposed', async () => {
  const { anOldMember, call, db } = await aPiazzaWithRings()
  const [one, other] = [await anOldMember(), await anOldMember()]
  const { status } = await whileHeld(
    db,
    (client) => client.query("select pg_advisory_xact_lock(hashtextextended('ring proposals', 0))"),
    () => call('PUT', `/api/blocks/${other.id}`, { token: one.token }),
    () => untilWaiting(db, 'pg_advisory_xact_lock'),
  )
  expect(status).toBe(200)
})

test('suspending a member ends the open ring with them, like any other end', async () => {
  const { aRing, aMember, ringsOf, noticesOf, call, searched } = await aPiazzaWithRings()
  const { people } = await aRing(3)
  const { token } = await aMember({ isAdmin: true })
  const { status } = await call('PUT', `/api/users/${people[0].id}/suspension`, { token, body: { reason: 'Truffa' } })
  expect(status).toBe(200)
  await searched()
  for (const person of people.slice(1)) {
    expect((await ringsOf(person))[0]).toMatchObject({ state: 'ended', accepted: false })
    expect((await noticesOf(person)).at(-1)).toMatch(/non si è concluso/)
  }
})

test('the rings of a deleted account are deleted with it, closed ones after their retention', async () => {
  const { anOldMember, aCircle, ringsOf, call, db, noticesOf, searched } = await aPiazzaWithRings()
  const [leaving, staying] = [await anOldMember({ password: PASSWORD }), await anOldMember()]
  await aCircle([leaving, staying])
  expect(await ringsOf(staying)).toHaveLength(1)
  const erased = await call('POST', '/api/privacy/erase', { token: leaving.token, body: { password: PASSWORD } })
  expect(erased.status).toBe(200)
  expect(await ringsOf(staying)).toEqual([])
  expect((await noticesOf(staying)).at(-1)).toMatch(/non si è concluso/)
  expect(await db.query(sql`select from ring`)).toEqual([])

  await db.execute(sql`delete from listing`)
  const [one, other] = [await anOldMember(), await anOldMember()]
  await aCircle([one, other])
  const [ring] = await ringsOf(one)
  await call('POST', `/api/rings/${ring?._id}/answer`, { token: one.token, body: { accept: false } })
  await searched()
  const later = new Date(Date.now() + 91 * DAY_MS)
  await someServices(db, () => later).privacy.deleteExpiredAt(later)
  expect(await db.query(sql`select from ring`)).toEqual([])
  expect(await db.query(sql`select from ring_rest`)).toEqual([])
})
