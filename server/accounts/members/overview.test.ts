import { expect, test } from 'vitest'
import type { MemberOverview } from '#domain/accounts/members.schema.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza, type Piazza } from '#test/fixtures.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'
import { aPiazzaWithRings } from '#test/rings.ts'

const overviewOf = async ({ call }: Pick<Piazza, 'call'>, { token }: { token: string }) =>
  (await call('GET', '/api/users/overview', { token })).body as MemberOverview

const NONE = { open: 0, waiting: 0 }

test('a member reads how many requests there are on each side, and how many of them wait for the member', async () => {
  const piazza = await aPiazza()
  const { place, step } = orderCalls(piazza)
  const { seller, buyer, listing, item } = await aBuyerAndListing(piazza, { stock: 3 })
  expect(await overviewOf(piazza, buyer)).toEqual({
    listings: 0,
    received: NONE,
    sent: NONE,
    rings: NONE,
    favourites: 0,
    alerts: 0,
    valRequests: 0,
  })

  const { order } = await place(buyer, [item])
  expect(await overviewOf(piazza, seller)).toMatchObject({ listings: 1, received: { open: 1, waiting: 1 }, sent: NONE })
  expect(await overviewOf(piazza, buyer)).toMatchObject({ received: NONE, sent: { open: 1, waiting: 0 } })
  await step(seller, 'accept', order._id)
  expect(await overviewOf(piazza, seller)).toMatchObject({ received: { open: 1, waiting: 0 } })
  expect(await overviewOf(piazza, buyer)).toMatchObject({ sent: { open: 1, waiting: 1 } })
  await step(buyer, 'cancel', order._id)
  expect(await overviewOf(piazza, buyer)).toMatchObject({ received: NONE, sent: NONE })

  await piazza.db.execute(sql`update listing set paused = true where id = ${listing.id}`)
  expect(await overviewOf(piazza, seller)).toMatchObject({ listings: 0 })
})

test('favourites, saved searches and VAL that others ask for are counted for the member alone', async () => {
  const piazza = await aPiazza()
  const { seller, buyer, listing } = await aBuyerAndListing(piazza)
  const by = { token: buyer.token }
  await piazza.call('PUT', `/api/favourites/${listing.id}`, by)
  await piazza.call('POST', '/api/alerts', { ...by, body: { query: { name: 'tagliaerba' } } })
  const askFor = (endsAt: Date) =>
    piazza.db.execute(sql`
      insert into val_request (asker_id, asked_id, amount, note, created_at, ends_at)
      values (${seller.id}, ${buyer.id}, 100, '', ${new Date()}, ${endsAt})`)
  await askFor(new Date(Date.now() + DAY_MS))
  await askFor(new Date(Date.now() - DAY_MS))
  expect(await overviewOf(piazza, buyer)).toMatchObject({ favourites: 1, alerts: 1, valRequests: 1 })
  expect(await overviewOf(piazza, seller)).toMatchObject({ favourites: 0, alerts: 0, valRequests: 0 })
})

test('a proposed ring waits for each member until that member accepts', async () => {
  const piazza = await aPiazzaWithRings()
  const { people, id } = await piazza.aRing(2)
  const [ada, bea] = people
  expect(await overviewOf(piazza, ada)).toMatchObject({ listings: 2, rings: { open: 1, waiting: 1 } })
  await piazza.answer(ada, id, true)
  expect(await overviewOf(piazza, ada)).toMatchObject({ rings: { open: 1, waiting: 0 } })
  expect(await overviewOf(piazza, bea)).toMatchObject({ rings: { open: 1, waiting: 1 } })
})
