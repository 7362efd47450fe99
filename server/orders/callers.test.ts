import { expect, test } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { makeTokens } from '#server/members/tokens.ts'
import { aPiazza } from '#test/fixtures.ts'

// The status of every call about orders and payments for every kind of caller.

const KINDS = ['visitor', 'forged', 'deleted', 'unverified', 'stranger', 'buyer', 'seller', 'admin'] as const
type Kind = (typeof KINDS)[number]
type Statuses = Record<Kind, number>
const UNAUTHENTICATED = { visitor: 401, forged: 401, deleted: 401 }
const members = (status: number, others: Partial<Statuses> = {}): Statuses => ({
  ...UNAUTHENTICATED,
  ...{ unverified: status, stranger: status, buyer: status, seller: status, admin: status },
  ...others,
})

const aPiazzaWithCallers = async () => {
  const piazza = await aPiazza({ env: { RATE_LIMITS: 'off' } })
  const deleted = await piazza.aMember()
  await piazza.db.execute(sql`update member set deleted_at = now() where id = ${deleted.id}`)
  const [buyer, seller] = [await piazza.aMember({ hasAd: true }), await piazza.aMember({ hasAd: true })]
  const forger = makeTokens('a secret that is not this server’s, by any means', () => new Date())
  const tokens: Record<Kind, string | undefined> = {
    visitor: undefined,
    forged: forger.issue({ memberId: buyer.id, epoch: 1 }),
    deleted: deleted.token,
    unverified: (await piazza.aMember({ verified: false })).token,
    stranger: (await piazza.aMember({ hasAd: true })).token,
    buyer: buyer.token,
    seller: seller.token,
    admin: (await piazza.aMember({ isAdmin: true, hasAd: true })).token,
  }
  const anOrder = async (state: 'unpaid' | 'paid' | 'delivered' = 'unpaid', kind: 'offro' | 'cerco' = 'offro') => {
    const { order } = await piazza.anOrder({
      buyer,
      seller,
      kind,
      paid: state !== 'unpaid',
      delivered: state === 'delivered',
    })
    return order.id
  }
  const aListing = async () => (await piazza.aListing({ by: seller, stock: 9, isService: true })).id
  const aPayment = async () => {
    const row = await piazza.db.first<{ id: string }>(sql`
      with sent as (
        insert into chain_transaction (key, kind, sender, amount, state)
        values (new_id()::text, 'transfer', 'x', 500, 'failed') returning id)
      insert into payment (payer_id, payee_id, amount, transfer_id, order_id)
      select ${buyer.id}, ${seller.id}, 500, sent.id, ${await anOrder()} from sent returning id`)
    return row?.id ?? ''
  }
  return { ...piazza, tokens, seller, anOrder, aPayment, aListing }
}
type CallerFixture = Awaited<ReturnType<typeof aPiazzaWithCallers>>
type Request = { path: string; body?: object }
type Row = [call: string, request: (fixture: CallerFixture) => Request | Promise<Request>, Statuses]

const parties = (status: number, others: Partial<Statuses> = {}) =>
  members(404, { buyer: status, seller: status, ...others })
const unpaid = (path: string) => async (fixture: CallerFixture) => ({
  path: path.replace(':id', await fixture.anOrder()),
  body: {},
})
const paid = (path: string) => async (fixture: CallerFixture) => ({
  path: path.replace(':id', await fixture.anOrder('paid')),
  body: {},
})
const cerco = (path: string) => async (fixture: CallerFixture) => ({
  path: path.replace(':id', await fixture.anOrder('unpaid', 'cerco')),
  body: {},
})
/** A payment of the buyer to the seller, with its order. */
const payment = (path: string) => async (fixture: CallerFixture) => ({
  path: path.replace(':id', await fixture.aPayment()),
  body: {},
})
const withoutBody = (request: (fixture: CallerFixture) => Promise<Request>) => async (fixture: CallerFixture) => ({
  path: (await request(fixture)).path,
})
// The members of the fixtures have no wallet, and paying without one answers 404.
const withWallets = ({ db }: CallerFixture) =>
  db.query(sql`
  update member set account = '0x' || md5(id::text) || left(md5(email), 8), account_key = '' where account is null`)
const UNKNOWN_ID = '01a1dd19-6ac6-7e41-9831-b41830232d98'

const TABLE: Row[] = [
  [
    'POST /api/orders',
    async (fixture) => ({ path: '', body: { orderItems: [{ product: await fixture.aListing(), qty: 1 }] } }),
    members(200, { unverified: 403, seller: 403 }),
  ],
  // The account is not the caller's, so that every member is refused.
  [
    'POST /api/payment',
    async (fixture) => {
      await withWallets(fixture)
      return { path: '', body: { account: '0x1', item: [{ product: await fixture.aListing(), qty: 1 }] } }
    },
    members(403),
  ],
  ['GET /api/orders/mine', () => ({ path: '' }), members(200)],
  ['GET /api/orders', () => ({ path: '' }), members(403, { admin: 200 })],
  ['GET /api/orders', () => ({ path: '?seller=' }), members(403, { admin: 200 })],
  ['GET /api/orders', ({ seller }) => ({ path: `?seller=${seller.id}` }), members(403, { seller: 200, admin: 200 })],
  ['GET /api/orders', () => ({ path: '?seller=tutti' }), members(400)],
  ['GET /api/orders/', withoutBody(unpaid(':id')), parties(200, { admin: 200 })],
  ['GET /api/orders/', () => ({ path: UNKNOWN_ID }), members(404)],
  ['GET /api/orders/', () => ({ path: 'x' }), members(404)],
  ['PUT /api/orders/', unpaid(':id/pay'), members(404, { buyer: 403, seller: 200, admin: 403 })],
  ['PUT /api/orders/', paid(':id/pay'), members(404, { buyer: 403, seller: 409, admin: 403 })],
  ['PUT /api/orders/', unpaid(':id/deliver'), members(404, { buyer: 409, seller: 403, admin: 403 })],
  ['PUT /api/orders/', paid(':id/deliver'), members(404, { buyer: 200, seller: 403, admin: 403 })],
  // In a cerco the owner pays and the requester is paid.
  ['PUT /api/orders/', cerco(':id/pay'), members(404, { buyer: 200, seller: 403, admin: 403 })],
  ['PUT /api/orders/', cerco(':id/deliver'), members(404, { buyer: 403, seller: 409, admin: 403 })],
  // Nobody has a wallet: members who may transfer or give back get 409.
  ['POST /api/orders/', unpaid(':id/transfer'), members(404, { unverified: 403, buyer: 409, seller: 403, admin: 403 })],
  ['POST /api/orders/', cerco(':id/transfer'), members(404, { unverified: 403, buyer: 403, seller: 409, admin: 403 })],
  ['POST /api/orders/', paid(':id/refund'), members(404, { unverified: 403, buyer: 403, seller: 409, admin: 403 })],
  ['POST /api/orders/', cerco(':id/refund'), members(404, { unverified: 403, buyer: 409, seller: 403, admin: 403 })],
  ['GET /api/payments/alone', () => ({ path: '' }), members(200)],
  ['POST /api/payments/', payment(':id/return'), members(404, { buyer: 403, seller: 409, admin: 409 })],
  ['DELETE /api/orders/', withoutBody(unpaid(':id')), members(403, { admin: 200 })],
  ['DELETE /api/orders/', withoutBody(paid(':id')), members(403, { admin: 409 })],
  ['DELETE /api/orders/', () => ({ path: UNKNOWN_ID }), members(403, { admin: 404 })],
  [
    'POST /api/orders/mailing',
    async (fixture) => ({
      path: '',
      body: { order: await fixture.anOrder(), buyer: 'CHIUNQUE', emailBody: 'Ci vediamo?' },
    }),
    members(404, { buyer: 200, seller: 403, admin: 403 }),
  ],
  [
    'POST /api/orders/notifications/',
    async (fixture) => ({ path: '', body: { _id: await fixture.anOrder() } }),
    parties(200, { admin: 403 }),
  ],
]

test.each(TABLE)('%s %#', async (call, request, expected) => {
  const fixture = await aPiazzaWithCallers()
  const [method = '', path = ''] = call.split(' ')
  const got: Partial<Statuses> = {}
  for (const kind of KINDS) {
    const { path: rest, body } = await request(fixture)
    const token = fixture.tokens[kind]
    const answer = await fixture.call(method, path + rest, { ...(token ? { token } : {}), ...(body ? { body } : {}) })
    got[kind] = answer.status
    if (answer.status >= 400) expect(answer.body).toMatchObject({ message: expect.stringMatching(/\S/) })
  }
  expect(got).toEqual(expected)
})
