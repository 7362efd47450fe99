import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/base/dates.ts'
import { MESSAGES } from '#domain/base/errors.ts'
import { IDEMPOTENCY_DAYS } from '#domain/base/idempotency.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { aBuyerAndListing, orderCalls, SHIPPING_ADDRESS } from '#test/order-calls.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { someServices } from '#test/services.ts'

type Piazza = Awaited<ReturnType<typeof aPiazzaWithChain>>
type Prepared = {
  by: { token: string }
  path: string
  body: object
  /** A different body to send with the same key. */
  other?: object
  /** Selects a row for each time the request was executed. */
  done: Sql
}

const BUSY = { timeout: 50_000 }

const anAdmin = (piazza: Piazza) => piazza.aMember({ isAdmin: true })

const CALLS: Record<string, (piazza: Piazza) => Promise<Prepared>> = {
  async orders(piazza) {
    const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
    const { id: product } = await piazza.aListing({ by: seller, stock: 10 })
    return {
      by: buyer,
      path: '/api/orders',
      body: { orderItems: [item], shippingAddress: SHIPPING_ADDRESS },
      other: { orderItems: [{ product, qty: 1 }] },
      done: sql`select from orders where buyer_id = ${buyer.id}`,
    }
  },
  async 'transfers of an order'(piazza) {
    const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
    const { order } = await piazza.place(buyer, [item])
    await piazza.step(seller, 'accept', order._id)
    return {
      by: buyer,
      path: `/api/orders/${order._id}/transfer`,
      body: {},
      done: sql`select from payment where payer_id = ${buyer.id}`,
    }
  },
  async payments(piazza) {
    const { buyer, item } = await piazza.aFundedBuyerAndListing()
    return {
      by: buyer,
      path: '/api/payment',
      body: { account: buyer.account, item: [item] },
      other: { item: [{ ...item, qty: 2 }] },
      done: sql`select from payment where payer_id = ${buyer.id}`,
    }
  },
  async 'transfers to a person'(piazza) {
    const [payer, payee] = [await piazza.aMemberWithWallet(), await piazza.aMemberWithWallet(0)]
    return {
      by: payer,
      path: '/api/wallet/transfers',
      body: { to: payee.username, amount: 5 },
      other: { amount: 6 },
      done: sql`select from member_transfer where payer_id = ${payer.id}`,
    }
  },
  async 'requests of VAL'(piazza) {
    const [asker, asked] = [await piazza.aMemberWithWallet(0), await piazza.aMemberWithWallet(0)]
    return {
      by: asker,
      path: '/api/wallet/requests',
      body: { from: asked.username, amount: 5, note: 'Pane' },
      other: { note: 'Latte' },
      done: sql`select from val_request where asker_id = ${asker.id}`,
    }
  },
  async messages(piazza) {
    const { order, buyer } = await piazza.anOrder()
    const { body } = await piazza.call('POST', '/api/threads', { token: buyer.token, body: { order: order.id } })
    return {
      by: buyer,
      path: `/api/threads/${(body as { _id: string })._id}/messages`,
      body: { text: 'Passo sabato' },
      other: { text: 'Passo domenica' },
      done: sql`select from message where sender_id = ${buyer.id}`,
    }
  },
  async gifts(piazza) {
    const [admin, { username }] = [await anAdmin(piazza), await piazza.aMemberWithWallet(0)]
    return {
      by: admin,
      path: '/api/treasury/gifts',
      body: { to: username, amount: 5 },
      other: { note: 'Auguri' },
      done: sql`select from treasury_gift where given_by = ${admin.id}`,
    }
  },
  async 'gifts from a file'(piazza) {
    const [admin, { username }] = [await anAdmin(piazza), await piazza.aMemberWithWallet(0)]
    return {
      by: admin,
      path: '/api/treasury/gifts/import',
      body: { csv: `username,amount\n${username},5`, dryRun: false },
      other: { csv: `username,amount\n${username},6` },
      done: sql`select from gift_import where given_by = ${admin.id}`,
    }
  },
  async 'new VAL'(piazza) {
    const admin = await anAdmin(piazza)
    return {
      by: admin,
      path: '/api/treasury/mint',
      body: { amount: 5, confirmation: 5 },
      other: { amount: 6, confirmation: 6 },
      done: sql`select from audit where actor = ${admin.id} and action = 'treasury.mint'`,
    }
  },
}

test.each(Object.entries(CALLS))(
  '%s: a key does one thing, again and at once, and nothing else',
  async (_name, prepare) => {
    const piazza = await aPiazzaWithChain()
    const { by, path, body, other, done } = await prepare(piazza)
    const post = (change: object = {}) =>
      piazza.call('POST', path, {
        token: by.token,
        headers: { 'idempotency-key': 'una' },
        body: { ...body, ...change },
      })
    const countDone = async () => (await piazza.db.query(done)).length
    const before = await countDone()
    const answers = await Promise.all([post(), post()])
    expect(answers.map(({ status }) => status).filter((status) => ![200, 202].includes(status))).toEqual([])
    await expect.poll(async () => (await post()).status, BUSY).toBe(200)
    expect(await countDone()).toBe(before + 1)
    const [first, second] = [await post(), await post()]
    expect(second.body).toEqual(first.body)
    if (other) {
      const refused = { status: 409, body: { message: MESSAGES.idempotencyKeyReused } }
      expect(await Promise.all([post(other), post(other)])).toMatchObject([refused, refused])
    }
    expect(await countDone()).toBe(before + 1)
    expect((await post()).body).toEqual(first.body)
  },
)

test('keys are deleted with the account of their member, and with other old data', async () => {
  const piazza = await anOwnPiazza()
  const admin = await piazza.aMember({ isAdmin: true })
  const [one, other] = [await aBuyerAndListing(piazza), await aBuyerAndListing(piazza)]
  for (const { buyer, item } of [one, other]) await orderCalls(piazza).place(buyer, [item], { key: 'una' })
  const members = () => piazza.db.query(sql`select member_id as id from idempotency order by member_id`)
  expect(await members()).toHaveLength(2)
  await piazza.call('DELETE', `/api/users/${one.buyer.id}`, { token: admin.token })
  expect(await members()).toEqual([{ id: other.buyer.id }])
  const later = new Date(Date.now() + (IDEMPOTENCY_DAYS + 1) * DAY_MS)
  await someServices(piazza.db, () => later).privacy.deleteExpiredAt(later)
  expect(await members()).toEqual([])
})
