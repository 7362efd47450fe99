import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/base/dates.ts'
import { TRANSFER_MESSAGES } from '#domain/val/transfers.ts'
import type { GiftResult } from '#domain/val/treasury.schema.ts'
import type { Statement } from '#domain/val/wallet.schema.ts'
import { hashPassword } from '#server/accounts/sessions/passwords.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mailsTo } from '#test/mailbox.ts'
import { PASSKEY_PASSWORD as PASSWORD, passkeyCalls } from '#test/passkey-calls.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { makeOld, ringsAmong } from '#test/rings.ts'
import { ask, type Someone } from '#test/transfer-calls.ts'

type Piazza = Awaited<ReturnType<typeof aPiazzaWithLimit>>
type Wallet = Someone & { account: string; email: string }
/** A call that moves 5 VAL out of the payer's wallet. */
type Expense = { payer: Wallet; payee: Wallet; path: string; body?: object }

const NEEDED = { status: 403, message: TRANSFER_MESSAGES.passwordNeeded }
const SLOW_CHAIN = { timeout: 50_000 }

/** Sums above 4 VAL a day need a proof. */
const aPiazzaWithLimit = async (options: { clock?: () => Date } = {}) => {
  const env = { TRANSFER_PASSWORD_ABOVE: '4', RATE_LIMITS: 'off' }
  const piazza = await aPiazzaWithChain({ env, ...options })
  const passwordHash = await hashPassword(PASSWORD)
  const knowPassword = ({ id }: Someone) =>
    piazza.db.execute(sql`update member set password_hash = ${passwordHash} where id = ${id}`)
  const aPayer = async () => {
    const payer = await piazza.aMemberWithWallet()
    await knowPassword(payer)
    return payer
  }
  const call = async ({ payer, path, body }: Expense, proof: object = {}) => {
    const answer = await piazza.call('POST', path, { token: payer.token, body: { ...body, ...proof } })
    return { ...(answer.body as { message: string }), status: answer.status }
  }
  /** A request for a thing of 5 VAL, agreed. */
  const anAgreed = async () => {
    const [payer, payee] = [await aPayer(), await aPayer()]
    const listing = await piazza.aListing({ by: payee, stock: 10, name: 'Pane di segale' })
    const item = { product: listing.id, qty: 1 }
    const { order } = await piazza.place(payer, [item])
    await piazza.step(payee, 'accept', order._id)
    return { payer, payee, item, id: order._id }
  }
  const aPaid = async () => {
    const { payer, payee, id } = await anAgreed()
    await piazza.db.execute(sql`
      with sent as (
        insert into chain_transaction (key, kind, sender, recipient, amount, state, created_at, raw_transaction,
          transaction_hash, place, mined_at)
        values (${`paid ${id}`}, 'transfer', ${payer.account}, ${payee.account}, 500, 'confirmed', now(), '0x', ${`0x${id}`},
          (select coalesce(max(place), 0) + 1000 from chain_transaction), now()) returning id)
      insert into payment (payer_id, payee_id, amount, transfer_id, order_id, told_at)
      select ${payer.id}, ${payee.id}, 500, sent.id, ${id}, now() from sent`)
    return { payer, payee, id }
  }
  return { ...piazza, aPayer, callWith: call, anAgreed, aPaid }
}

const WAYS: Record<string, (piazza: Piazza) => Promise<Expense>> = {
  async 'a cart'({ anAgreed }) {
    const { payer, payee, item } = await anAgreed()
    return { payer, payee, path: '/api/payment', body: { account: payer.account, item: [item] } }
  },
  async 'a request'({ anAgreed }) {
    const { payer, payee, id } = await anAgreed()
    return { payer, payee, path: `/api/orders/${id}/transfer` }
  },
  async 'a person'({ aPayer }) {
    const [payer, payee] = [await aPayer(), await aPayer()]
    return { payer, payee, path: '/api/wallet/transfers', body: { to: payee.username, amount: 5 } }
  },
  async 'VAL asked for'(piazza) {
    const [payer, payee] = [await piazza.aPayer(), await piazza.aPayer()]
    const { _id } = await ask(piazza, payee, { from: payer.username, amount: 5 })
    return { payer, payee, path: `/api/wallet/requests/${_id}/pay` }
  },
  async 'closing a paid request'({ aPaid }) {
    const { payer: payee, payee: payer, id } = await aPaid()
    return { payer, payee, path: `/api/orders/${id}/cancel`, body: { reason: 'Finito' } }
  },
  async 'a request of a ring'(piazza) {
    const anOldMember = async () => makeOld(piazza.db, await piazza.aPayer())
    const { people, requests } = await ringsAmong(piazza, anOldMember).anAgreedRing(2)
    const [order] = await piazza.db.query<{ id: string; payer: string }>(sql`
      update orders set total_price_val = 500 where id = any(${requests}::uuid[]) and payer_id is not null
      returning id, payer_id as payer`)
    const [payer, payee] = people[0].id === order?.payer ? people : people.toReversed()
    if (!order || !payer || !payee) throw new Error('no ring')
    return { payer, payee, path: `/api/orders/${order.id}/transfer` }
  },
  async 'returning what a finished exchange cost'({ aPaid, db }) {
    const { payer: payee, payee: payer, id } = await aPaid()
    await db.execute(sql`update orders set paid_at = now(), delivered_at = now() where id = ${id}`)
    return { payer, payee, path: `/api/orders/${id}/refund` }
  },
}

const MOST_COMMON = 'a request'

for (const [way, prepare] of Object.entries(WAYS))
  test(`VAL that leave for ${way}: above the daily sum not without password or passkey, and the payer gets one receipt`, {
    tags: way === MOST_COMMON ? [] : 'slow',
  }, async () => {
    const piazza = await aPiazzaWithLimit()
    const expense = await prepare(piazza)
    const { payer, payee } = expense
    const before = await piazza.transfers(payer.account)
    const refused = await Promise.all([1, 2, 3].map(() => piazza.callWith(expense)))
    expect(refused).toMatchObject([NEEDED, NEEDED, NEEDED])
    expect((await piazza.callWith(expense, { password: 'sbagliata' })).status).toBe(403)
    expect(await piazza.transfers(payer.account)).toEqual(before)
    const { aPasskey, confirmation } = passkeyCalls(piazza)
    const device = await aPasskey(payer)
    const sign = (id: string) => confirmation(payer, device, { purpose: 'payment', payee: id, amount: 5 })
    expect((await piazza.callWith(expense, { passkey: await sign(payer.id) })).status).toBe(403)
    expect(await piazza.transfers(payer.account)).toEqual(before)
    expect((await piazza.callWith(expense, { passkey: await sign(payee.id) })).status).toBeOneOf([200, 202])
    const receipts = async () =>
      (await mailsTo(piazza.db, payer.email)).filter(({ subject }) => /^Hai (mandato|restituito) 5 VAL a/.test(subject))
    await expect.poll(async () => (await receipts()).length, SLOW_CHAIN).toBe(1)
    expect(await piazza.transfers(payer.account)).toHaveLength(before.length + 1)
    const { body } = await piazza.call('GET', '/api/notices', { token: payer.token })
    const texts = (body as { notices: { text: string }[] }).notices.map(({ text }) => text)
    expect(texts.filter((text) => /^Hai (mandato|restituito) 5 VAL a Bottega/.test(text))).toHaveLength(1)
  })

test('one sum for everything: what went to a person counts for a request, and concurrent ones do not pass together', async () => {
  const piazza = await aPiazzaWithLimit()
  const { payer, payee, id } = await piazza.anAgreed()
  const person = { payer, payee, path: '/api/wallet/transfers', body: { to: payee.username, amount: 2 } }
  await piazza.db.execute(sql`update orders set total_price_val = 300 where id = ${id}`)
  const request = { payer, payee, path: `/api/orders/${id}/transfer` }
  const answers = await Promise.all([piazza.callWith(person), piazza.callWith(request)])
  expect(answers.map(({ status }) => (status === 202 ? 200 : status)).toSorted()).toEqual([200, 403])
  expect(await piazza.transfers(payer.account)).toHaveLength(1)
  expect((await piazza.callWith(person, { password: PASSWORD })).status).toBeOneOf([200, 202])
})

test('a clock that is ahead forgets nothing that was spent within a day', async () => {
  let now = new Date()
  const piazza = await aPiazzaWithLimit({ clock: () => now })
  const [payer, payee] = [await piazza.aPayer(), await piazza.aPayer()]
  const spend = (amount: number) =>
    piazza.callWith({ payer, payee, path: '/api/wallet/transfers', body: { to: payee.username, amount } })
  expect((await spend(4)).status).toBeOneOf([200, 202])
  now = new Date(now.getTime() + 30 * HOUR_MS)
  expect(await spend(1)).toMatchObject(NEEDED)
  now = new Date()
  await piazza.db.execute(sql`
    update chain_transaction set created_at = created_at - interval '25 hours' where sender = ${payer.account}`)
  expect((await spend(1)).status).toBeOneOf([200, 202])
})

test('a gift that the treasury takes back is no expense of the member', async () => {
  const piazza = await aPiazzaWithLimit()
  const [payer, payee] = [await piazza.aPayer(), await piazza.aPayer()]
  const { token } = await piazza.aMember({ isAdmin: true })
  const given = await piazza.call('POST', '/api/treasury/gifts', { token, body: { to: payer.username, amount: 5 } })
  const { _id: gift } = given.body as GiftResult
  await expect.poll(() => piazza.chain.balanceOf(payer.account), SLOW_CHAIN).toBe(105_00)
  const revoke = () => piazza.call('POST', `/api/treasury/gifts/${gift}/revoke`, { token, body: {} })
  await expect.poll(async () => (await revoke()).status, SLOW_CHAIN).toBe(200)
  const expense = { payer, payee, path: '/api/wallet/transfers', body: { to: payee.username, amount: 4 } }
  expect((await piazza.callWith(expense)).status).toBeOneOf([200, 202])
  expect((await piazza.callWith(expense)).status).toBe(403)
})

test('statement and receipt name the person, the request and the thing', async () => {
  const piazza = await aPiazzaWithLimit()
  const { payer, id } = await piazza.anAgreed()
  await piazza.callWith({ payer, payee: payer, path: `/api/orders/${id}/transfer` }, { password: PASSWORD })
  const titles = async () => {
    const { body } = await piazza.call('GET', '/api/wallet/statement', { token: payer.token })
    return (body as Statement).movements.map(({ title }) => title)
  }
  await expect
    .poll(titles, SLOW_CHAIN)
    .toContainEqual(expect.stringMatching(/^Bottega .+ · richiesta (del |dell’)\d+.* \p{L}+: Pane di segale$/u))
})
