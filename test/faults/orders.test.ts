import { expect, test } from 'vitest'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { killChain, signalChain } from '#test/faults/chain-kill.ts'
import { aPiazza } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'
import { anOwnPiazzaWithChain, aPiazzaWithChain } from '#test/piazza-with-chain.ts'

test('chain hangs before a payment: 503, nothing is written, orders go on; the retry pays once it is back', {
  tags: 'slow',
  timeout: 240_000,
}, async () => {
  const piazza = await anOwnPiazzaWithChain()
  const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
  // A chain that does not answer is killed and started again after a while.
  const release = piazza.holdRestart()
  expect(signalChain(piazza.dataDir, 'SIGSTOP')).toBe(1)
  const again = () => piazza.payOnce(buyer, buyer.account, [item], 'una')
  await expect.poll(again, { timeout: 60_000 }).toMatchObject({
    http: 503,
    message: MESSAGES.chainUnavailable,
    retryAfter: expect.stringMatching(/^\d+$/),
  })
  expect(await piazza.db.query(sql`select from payment`)).toHaveLength(0)
  const { order } = await piazza.place(buyer, [item])
  expect(await piazza.see(seller, order._id)).toMatchObject({ status: 200, payment: null })
  expect(await piazza.step(seller, 'pay', order._id)).toMatchObject({ status: 200 })
  signalChain(piazza.dataDir, 'SIGCONT')
  release()
  await expect.poll(again, { timeout: 60_000 }).toMatchObject({ http: 200, status: 'confirmed' })
  expect(await piazza.transfers(buyer.account)).toEqual([{ amount: 500, state: 'confirmed' }])
})

/** A chain that is killed before or after the first broadcast of a payment. */
const chainKilled = (when: 'before' | 'after') => {
  const state = { dataDir: '', deaths: 0 }
  const wrap = (chain: Chain): Chain => ({
    ...chain,
    async broadcast(raw) {
      if (!state.dataDir || state.deaths > 0) return chain.broadcast(raw)
      if (when === 'after') await chain.broadcast(raw)
      state.deaths += killChain(state.dataDir)
      throw new AppError('unavailable', MESSAGES.chainUnavailable)
    },
  })
  return { state, wrap }
}

test.each(['before', 'after'] as const)(
  'chain dies right %s a payment reaches it: the payment is pending, linked to the order, and made once',
  { tags: 'slow', timeout: 240_000 },
  async (when) => {
    const { state, wrap } = chainKilled(when)
    const piazza = await aPiazzaWithChain({ wrap })
    const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
    const release = piazza.holdRestart()
    state.dataDir = piazza.dataDir
    const again = () => piazza.payOnce(buyer, buyer.account, [item], 'una')
    await again()
    await expect.poll(() => state.deaths, { timeout: 60_000 }).toBe(1)
    await expect.poll(again, { timeout: 60_000 }).toMatchObject({
      http: 202,
      status: 'pending',
      transactionHash: expect.stringMatching(/^0x/),
      amount: 5,
    })
    const first = await again()
    const { order } = await piazza.place(buyer, [item])
    expect(order.payment).toMatchObject({ status: 'pending', amount: 5 })
    release()
    await expect.poll(again, { timeout: 60_000 }).toMatchObject({
      http: 200,
      status: 'confirmed',
      transactionHash: first.transactionHash,
    })
    expect(await piazza.transfers(buyer.account)).toEqual([{ amount: 500, state: 'confirmed' }])
    expect(await piazza.chain.balanceOf(seller.account)).toBe(5_00)
    const payment = {
      status: 'confirmed',
      amount: 5,
      at: expect.stringMatching(/^\d{4}-/),
      returned: false,
      returnStatus: null,
    }
    expect((await piazza.see(seller, order._id)).payment).toEqual(payment)
  },
)

test('mail server is down while orders are placed: the orders are kept, the mails arrive later, once each', async () => {
  let isDown = true
  const server = await aMailServer({
    onConnect: async () => (isDown ? { code: 421, message: 'Not now' } : undefined),
  })
  const piazza = await aPiazza({ env: { SMTP_URL: server.url, MAIL_FROM: 'Piazza <p@esempio.test>' } })
  const { place, see } = orderCalls(piazza)
  const offers = await Promise.all(Array.from({ length: 5 }, () => aBuyerAndListing(piazza)))
  const answers = await Promise.all(offers.map(({ buyer, item }) => place(buyer, [item])))
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  const tried = () => piazza.db.query(sql`select from mail where attempts > 0 and last_error <> ''`)
  await expect.poll(async () => (await tried()).length, { timeout: 60_000 }).toBe(10)
  expect(server.arrived).toEqual([])
  isDown = false
  await expect.poll(() => server.arrived.length, { timeout: 60_000 }).toBe(10)
  await expect
    .poll(async () => (await piazza.db.query(sql`select from mail where sent_at is null`)).length, { timeout: 60_000 })
    .toBe(0)
  const wanted = offers.flatMap(({ buyer, seller }) => [buyer.email, seller.email])
  expect(server.arrived.map(({ to }) => to).toSorted()).toEqual(wanted.toSorted())
  for (const [index, { buyer }] of offers.entries()) {
    expect((await see(buyer, answers[index]?.order._id ?? '')).status).toBe(200)
  }
}, 240_000)
