import { expect, test } from 'vitest'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mailsTo } from '#test/mailbox.ts'
import { anOwnPiazzaWithChain } from '#test/piazza-with-chain.ts'

/** A payment without an order whose transfer back has failed, because the payee had no VAL left. */
const anUnclaimedPayment = async () => {
  const piazza = await anOwnPiazzaWithChain()
  const deal = await piazza.aFundedBuyerAndListing({ stock: 1, name: 'Sedia' })
  const paid = await piazza.pay(deal.buyer, deal.buyer.account, [deal.item])
  await piazza.db.execute(sql`
    with failed as (
      insert into chain_transaction (key, kind, sender, amount, state) values ('return:x', 'transfer', 'x', 500, 'failed')
      returning id)
    update payment set return_id = failed.id, created_at = now() - interval '2 days' from failed`)
  return { ...piazza, ...deal, id: paid._id, admin: await piazza.aMember({ isAdmin: true }) }
}

test('a payment without an order is shown to payer, payee and admins, and is given back once by the payee', async () => {
  const piazza = await anUnclaimedPayment()
  const { id, buyer, seller, admin, listing } = piazza
  const shown = {
    _id: id,
    payer: { _id: buyer.id, name: `Bottega ${buyer.username}` },
    payee: { _id: seller.id, name: `Bottega ${seller.username}` },
    amount: 5,
    items: [{ product: listing.id, name: 'Sedia', qty: 1 }],
    at: expect.stringMatching(/^\d{4}-/),
  }
  for (const viewer of [buyer, seller, admin]) expect(await piazza.unclaimed(viewer)).toEqual([shown])
  const stranger = await piazza.aMember()
  expect(await piazza.unclaimed(stranger)).toEqual([])
  expect(await piazza.giveBack(stranger, id)).toMatchObject({ http: 404 })
  expect(await piazza.giveBack(buyer, id)).toMatchObject({ http: 403 })
  const answers = await Promise.all([1, 2, 3].map(() => piazza.giveBack(seller, id)))
  expect(answers.map(({ http, status }) => [http, status])).toEqual(Array(3).fill([200, 'confirmed']))
  expect(await piazza.transfers(seller.account)).toEqual([{ amount: 500, state: 'confirmed' }])
  expect(await piazza.chain.balanceOf(buyer.account)).toBe(100_00)
  expect(await piazza.db.query(sql`select stock from listing where id = ${listing.id}`)).toEqual([{ stock: 1 }])
  expect(await piazza.unclaimed(admin)).toEqual([])
  const subjects = (await mailsTo(piazza.db, buyer.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'Restituzione di 5 VAL')).toHaveLength(1)
})

test('an admin gives a payment without an order back from the payee’s wallet, and this is audited', async () => {
  const piazza = await anUnclaimedPayment()
  const { id, buyer, seller, admin } = piazza
  await piazza.db.execute(sql`update payment set amount = 600`)
  expect(await piazza.giveBack(admin, id)).toMatchObject({ http: 409 })
  await piazza.db.execute(sql`update payment set amount = 500`)
  expect(await piazza.giveBack(admin, id)).toMatchObject({ http: 200, amount: 5 })
  expect(await piazza.chain.balanceOf(buyer.account)).toBe(100_00)
  expect(await piazza.db.query(sql`select action from audit where subject = ${seller.id}`)).toEqual([
    { action: 'payment.return' },
  ])
})

test('an order placed for the paid items takes over the payment, which is then not given back on its own', async () => {
  const piazza = await anUnclaimedPayment()
  const { id, buyer, seller, item } = piazza
  const { order } = await piazza.place(buyer, [item])
  expect(order.payment).toMatchObject({ status: 'confirmed', amount: 5 })
  expect(await piazza.unclaimed(buyer)).toEqual([])
  expect(await piazza.giveBack(seller, id)).toMatchObject({ http: 409, message: ORDER_MESSAGES.paymentNotUnclaimed })
})

test('a payment without an order is still listed after many newer ones were given back', async () => {
  const { id, seller, admin, db, giveBack, unclaimed } = await anUnclaimedPayment()
  const confirmed = (from: number, to: number) => sql`
    insert into chain_transaction (key, kind, sender, amount, state, raw_transaction, transaction_hash, place, mined_at)
    select 'copy:' || n, 'transfer', 'x', 500, 'confirmed', '', 'copy:' || n, n, now()
    from generate_series(${from}::int, ${to}::int) as n returning id, place`
  await db.execute(sql`
    with sent as (${confirmed(1_000, 1_000)})
    insert into payment (payer_id, payee_id, amount, items, quote, transfer_id, created_at)
    select payer_id, payee_id, amount, items, quote, sent.id, now() - interval '3 days' from payment, sent`)
  expect(await giveBack(seller, id)).toMatchObject({ http: 200, status: 'confirmed' })
  await db.execute(sql`
    with sent as (${confirmed(2_001, 2_100)}), returned as (${confirmed(3_001, 3_100)})
    insert into payment (payer_id, payee_id, amount, items, quote, transfer_id, return_id, created_at)
    select payer_id, payee_id, amount, items, quote, sent.id, returned.id, now() - interval '1 day'
    from payment, sent join returned on returned.place = sent.place + 1000 where payment.id = ${id}`)
  expect(await unclaimed(admin)).toHaveLength(1)
})
