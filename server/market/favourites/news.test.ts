import { expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS } from '#domain/base/dates.ts'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { jobsDone, runJob } from '#test/jobs-done.ts'
import { aPiazzaWithOwner, LISTING_INPUT } from '#test/listing-calls.ts'
import { orderCalls } from '#test/order-calls.ts'

/** A listing among a member's favourites, and the notices of that member. */
const aFavourite = async (input: object = {}) => {
  const { piazza, owner, create, change } = await aPiazzaWithOwner()
  const { product } = await create()
  const id = product._id
  const edit = (changed: object) => change(id, { ...LISTING_INPUT, ...input, ...changed })
  await edit({})
  const member = await piazza.aMember({ hasAd: true })
  await piazza.call('PUT', `/api/favourites/${id}`, { token: member.token })
  const told = async (by = member) => {
    await jobsDone(piazza.db, 'tell-favourites')
    const { body } = await piazza.call('GET', '/api/notices', { token: by.token })
    return (body as NoticePage).notices.filter(({ kind }) => kind === 'favourite').map(({ text }) => text)
  }
  return { piazza, owner, id, edit, member, told }
}

test('a falling price is told, a rising one and other changes are not', async () => {
  const { edit, told } = await aFavourite()
  await edit({ priceVal: 10 })
  expect(await told()).toEqual(['«Miele di castagno» ora costa meno: 10 VAL + 3 € invece di 12,50 VAL + 3 €'])
  await edit({ priceVal: 11 })
  await edit({ priceVal: 8, priceEuro: 9 })
  await edit({ priceVal: 8, priceEuro: 9, description: 'Altro' })
  expect(await told()).toHaveLength(1)
})

test('a job that runs again tells nothing, also after the notice was seen', async () => {
  const { piazza, edit, member, told } = await aFavourite()
  const added = vi.spyOn(jobs, 'add')
  onTestFinished(() => added.mockRestore())
  await edit({ priceVal: 10 })
  const payloads = added.mock.calls.flatMap(([, name, payload]) => (name === 'tell-favourites' ? [payload] : []))
  expect(payloads).toHaveLength(1)
  expect(await told()).toHaveLength(1)
  for (const payload of payloads) await jobs.add(piazza.db, 'tell-favourites', payload as never)
  expect(await told()).toHaveLength(1)
  await piazza.call('POST', '/api/notices/seen', { token: member.token, body: { all: true } })
  for (const payload of payloads) await jobs.add(piazza.db, 'tell-favourites', payload as never)
  expect(await told()).toHaveLength(1)
  expect(await piazza.db.query(sql`select from favourite_news`)).toEqual([])
})

test('it is told when a favourite comes back after a pause, and not when it is paused', async () => {
  const { edit, told } = await aFavourite()
  await edit({ pause: true })
  expect(await told()).toEqual([])
  await edit({})
  expect(await told()).toEqual(['«Miele di castagno» è di nuovo disponibile'])
})

test.each(['offro', 'cerco', 'dono'])(
  '«Avvisami se torna»: a listing (%s) is made a favourite while it is sold out, and told when it is back',
  async (section) => {
    const { edit, told } = await aFavourite({ section, countInStock: 0 })
    expect(await told()).toEqual([])
    await edit({ countInStock: 2 })
    expect(await told()).toEqual(['«Miele di castagno» è di nuovo disponibile'])
  },
)

test('it is told when a favourite that was sold out comes back, by its owner or because a request is closed', async () => {
  const { piazza, owner, id, edit, told } = await aFavourite({ countInStock: 1 })
  const { place, step } = orderCalls(piazza)
  await edit({ countInStock: 0 })
  await edit({ countInStock: 1 })
  expect(await told()).toHaveLength(1)
  const buyer = await piazza.aMember({ hasAd: true })
  const { order } = await place(buyer, [{ product: id, qty: 1 }])
  expect((await step(owner, 'accept', order._id)).status).toBe(200)
  expect((await step(buyer, 'cancel', order._id)).status).toBe(200)
  // One notice for a listing until it is seen.
  expect(await told()).toEqual(Array(1).fill('«Miele di castagno» è di nuovo disponibile'))
})

test('it is told when a place of a full event is free again', async () => {
  const [startsAt, endsAt] = [1, 2].map((day) => new Date(Date.now() + day * DAY_MS).toISOString())
  const { piazza, id, told } = await aFavourite({ section: 'avviso', startsAt, endsAt, places: 2 })
  const { place, step } = orderCalls(piazza)
  const orders = []
  for (let count = 0; count < 2; count++) {
    const buyer = await piazza.aMember({ hasAd: true })
    orders.push({ buyer, id: (await place(buyer, [{ product: id, qty: 1 }])).order._id })
  }
  for (const order of orders) expect((await step(order.buyer, 'cancel', order.id)).status).toBe(200)
  expect(await told()).toEqual(['«Miele di castagno» è di nuovo disponibile'])
})

test.each(['expiry', 'deletion', 'erasure'])('it is told when a favourite ends: %s', async (end) => {
  const { piazza, owner, id, told } = await aFavourite()
  if (end === 'expiry') {
    await piazza.db.execute(sql`update listing set expires_at = now() - interval '1 minute' where id = ${id}`)
    await runJob(piazza.db, 'expire-listings')
  } else if (end === 'deletion') await piazza.call('DELETE', `/api/products/${id}`, { token: owner.token })
  else {
    const admin = await piazza.aMember({ isAdmin: true })
    expect((await piazza.call('DELETE', `/api/users/${owner.id}`, { token: admin.token })).status).toBe(200)
  }
  // A title that its owner has deleted is told to nobody any more.
  const text =
    end === 'expiry'
      ? '«Miele di castagno» non c’è più'
      : 'Uno dei tuoi preferiti non c’è più: l’annuncio è stato tolto.'
  expect(await told()).toEqual([text])
})

test('nobody is told of own favourites, nor members of whom one has blocked the other', async () => {
  const { piazza, owner, id, edit, member, told } = await aFavourite()
  await piazza.call('PUT', `/api/favourites/${id}`, { token: owner.token })
  await piazza.call('PUT', `/api/blocks/${owner.id}`, { token: member.token })
  await edit({ priceVal: 1 })
  expect(await told(owner)).toEqual([])
  expect(await told(member)).toEqual([])
})

test.each([
  ['an event', { section: 'avviso' }, { section: 'avviso' }],
  ['a proposal', { section: 'propongo' }, { section: 'propongo' }],
  ['a request', { section: 'cerco' }, { section: 'cerco' }],
  ['an offer that becomes a gift', { section: 'offro' }, { section: 'dono' }],
])('%s does not become cheaper', async (_what, before, after) => {
  const [startsAt, endsAt] = [1, 2].map((day) => new Date(Date.now() + day * DAY_MS).toISOString())
  const { edit, told } = await aFavourite({ startsAt, endsAt, ...before })
  expect((await edit({ priceVal: 0, ...after })).status).toBe(200)
  expect(await told()).toEqual([])
})
