import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { concurrently, retryWhileBusy, tally } from '#test/attacks/concurrently.ts'
import { aPiazza } from '#test/fixtures.ts'
import { linkTo } from '#test/mailbox.ts'
import { orderCalls } from '#test/order-calls.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { REGISTERED_PASSWORD } from '#test/registered-member.ts'
import { size } from '#test/siege.ts'

const NO_LIMITS = { env: { RATE_LIMITS: 'off' } }
const AT_ONCE = 64
const summaryOf = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([outcome, count]) => `${outcome}: ${count}`)
    .join(', ')

const statusOf = async (request: () => Promise<{ status: number }>): Promise<number> =>
  (await retryWhileBusy(request)).status

test('of ten times as many requests as units, the owner can accept exactly the units in stock', async ({
  annotate,
}) => {
  const [orders, units] = [size(1_000, 2_000), size(100, 200)]
  const piazza = await aPiazza(NO_LIMITS)
  const { place } = orderCalls(piazza)
  const seller = await piazza.aMember()
  const listing = await piazza.aListing({ by: seller, stock: units })
  const buyers = await Promise.all(Array.from({ length: 50 }, () => piazza.aMember({ hasAd: true })))
  const buyerOf = (index: number) => buyers[index % buyers.length] as (typeof buyers)[number]
  const placed = await concurrently(orders, AT_ONCE, (index) =>
    retryWhileBusy(() => place(buyerOf(index), [{ product: listing.id, qty: 1 }], { key: `numero ${index}` })),
  )
  expect(tally(placed.map(({ status }) => status))).toEqual({ 200: orders })
  const accept = (id: string) =>
    piazza.call('POST', `/api/orders/${id}/accept`, { token: seller.token, body: { val: 5, euro: 0 } })
  const statuses = await concurrently(orders, AT_ONCE, (index) =>
    statusOf(() => accept(placed[index]?.order._id ?? '')),
  )
  const counts = tally(statuses)
  await annotate(`${orders} richieste su ${units} pezzi, ${AT_ONCE} insieme: ${summaryOf(counts)}`)
  expect(counts).toEqual({ 200: units, 409: orders - units })
  expect(await piazza.db.query(sql`select stock from listing where id = ${listing.id}`)).toEqual([{ stock: 0 }])
  expect(await piazza.db.query(sql`select count(*) as agreed from orders where state = 'agreed'`)).toEqual([
    { agreed: units },
  ])
})

test('concurrent payments with one idempotency key pay once, and different ones never exceed the balance', async ({
  annotate,
}) => {
  const times = size(40, 400)
  const piazza = await aPiazzaWithChain(NO_LIMITS)
  const { buyer, seller, item } = await piazza.aFundedBuyerAndListing({ stock: 1_000 }, 100_00)
  const same = await concurrently(times, AT_ONCE, () => piazza.pay(buyer, buyer.account, [item], 'una'))
  expect(new Set(same.map(({ transactionHash }) => transactionHash).filter(Boolean)).size).toBe(1)
  await expect.poll(() => piazza.chain.balanceOf(seller.account), { timeout: 60_000 }).toBe(5_00)

  const poor = await piazza.aMemberWithWallet(17_00)
  const many = await concurrently(times, AT_ONCE, (index) => piazza.pay(poor, poor.account, [item], `numero ${index}`))
  const settled = () => piazza.db.query(sql`select from chain_transaction where state in ('intended', 'signed')`)
  await expect.poll(async () => (await settled()).length, { timeout: 60_000 }).toBe(0)
  expect(await piazza.chain.balanceOf(poor.account)).toBe(2_00)
  expect(await piazza.chain.balanceOf(seller.account)).toBe(20_00)
  const counts = tally(many.map(({ http }) => http))
  await annotate(`${times} volte lo stesso: 1 trasferimento; ${times} diversi con i VAL per 3: ${summaryOf(counts)}`)
  expect(counts).toEqual({ 200: 3, 409: times - 3 })
  const confirmed = (await piazza.transfers(poor.account)).filter(({ state }) => state === 'confirmed')
  expect(confirmed).toHaveLength(3)
})

test('of concurrent reviews of a listing by one member exactly one is stored', async ({ annotate }) => {
  const times = size(100, 1_000)
  const piazza = await aPiazza(NO_LIMITS)
  const listing = await piazza.aListing()
  const { token } = await piazza.aMember()
  const statuses = await concurrently(times, AT_ONCE, (index) => {
    const body = { rating: 1 + (index % 5), comment: `Numero ${index}` }
    return statusOf(() => piazza.call('POST', `/api/products/${listing.id}/reviews`, { token, body }))
  })
  await annotate(`${times} recensioni: ${summaryOf(tally(statuses))}`)
  expect(tally(statuses)).toEqual({ 200: 1, 409: times - 1 })
  expect(await piazza.db.query(sql`select rating_count as reviews from listing where id = ${listing.id}`)).toEqual([
    { reviews: 1 },
  ])
})

test('of concurrent registrations of one name exactly one succeeds, and a verification link verifies once', async ({
  annotate,
}) => {
  const times = size(30, 300)
  const piazza = await aPiazza(NO_LIMITS)
  const spelt = (index: number) => ['rosa', 'ROSA', 'Rosa', 'ｒosa'][index % 4] as string
  const statuses = await concurrently(times, AT_ONCE, async (index) => {
    const email = `${spelt(index)}@esempio.test`.normalize('NFKC')
    const body = { username: spelt(index), email, password: REGISTERED_PASSWORD }
    return statusOf(() => piazza.call('POST', '/api/users/register', { body }))
  })
  expect(tally(statuses)).toEqual({ 200: 1, 409: times - 1 })
  const [member] = await piazza.db.query<{ email: string }>(sql`select email from member`)
  const link = await linkTo(piazza.db, member?.email ?? '', 'verification')
  const followed = await concurrently(times, AT_ONCE, async () => {
    const answer = await piazza.call('POST', `/api/users/verification/${link}`, { body: { uuid: link } })
    expect(answer.status).toBe(200)
    return (answer.body as { again: boolean }[])[0]?.again ? 'again' : 'first'
  })
  await annotate(
    `${times} registrazioni: ${summaryOf(tally(statuses))}; ${times} verifiche: ${summaryOf(tally(followed))}`,
  )
  expect(tally(followed)).toEqual({ first: 1, again: times - 1 })
  expect(await piazza.db.query(sql`select from member where account is not null`)).toHaveLength(1)
})
