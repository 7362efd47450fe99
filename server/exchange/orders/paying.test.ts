import { expect, test } from 'vitest'
import { ORDER_MESSAGES, totalChanged } from '#domain/exchange/order-messages.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { mailsTo } from '#test/mailbox.ts'
import { anOwnPiazzaWithChain, anUnsteadyChain, aPiazzaWithChain } from '#test/piazza-with-chain.ts'

/** A request that its owner has accepted. */
const anOrder = async (section: 'offro' | 'cerco' = 'offro', amount = 100_00) => {
  const piazza = await anOwnPiazzaWithChain()
  const [requester, owner] = [await piazza.aMemberWithWallet(amount), await piazza.aMemberWithWallet(amount)]
  const listing = await piazza.aListing({ by: owner, stock: 3, section })
  await piazza.db.execute(sql`update listing set price_euro = 250 where id = ${listing.id}`)
  const { order } = await piazza.place(requester, [{ product: listing.id, qty: 1 }])
  await piazza.step(owner, 'accept', order._id)
  const stock = async () =>
    (await piazza.db.first<{ stock: number }>(sql`select stock from listing where id = ${listing.id}`))?.stock
  return { ...piazza, requester, owner, stock, id: order._id }
}

test('who answered a cerco is paid from the request’s page, once, and is mailed what was transferred and what is due', async () => {
  const piazza = await anOrder('cerco')
  const { requester, owner, id } = piazza
  expect(await piazza.transfer(requester, id)).toMatchObject({ http: 403 })
  const stranger = await piazza.aMemberWithWallet(0)
  expect(await piazza.transfer(stranger, id)).toMatchObject({ http: 404 })
  expect(await piazza.transfer(owner, id, 'una', { val: 4, euro: 2.5 })).toMatchObject({
    http: 409,
    message: totalChanged('5 VAL + 2,50 €'),
  })
  expect(await piazza.transfers(owner.account)).toEqual([])
  const seen = { val: 5, euro: 2.5 }
  const keys = ['una', 'una', 'due', undefined]
  const answers = await Promise.all(keys.map((key) => piazza.transfer(owner, id, key, seen)))
  expect(new Set(answers.map(({ http, _id }) => `${http} ${_id}`)).size).toBe(1)
  const paid = await piazza.transfer(owner, id)
  expect(paid).toMatchObject({ http: 200, status: 'confirmed', amount: 5 })
  // Neither the accounts nor the hash.
  expect(Object.keys(paid).toSorted()).toEqual(['_id', 'amount', 'http', 'retryAfter', 'status'])
  expect(await piazza.chain.balanceOf(owner.account)).toBe(95_00)
  expect((await piazza.see(requester, id)).payment).toMatchObject({ status: 'confirmed', amount: 5, returned: false })
  const mails = (await mailsTo(piazza.db, requester.email)).filter(({ subject }) => subject.includes('trasferito'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('ha trasferito 5 VAL. Restano 2,50 € da dare di persona.')
  expect(await piazza.step(owner, 'cancel', id)).toMatchObject({ status: 409, message: ORDER_MESSAGES.valMoved })
})

test('a handover after the transfer asks for no payment', async () => {
  const piazza = await anOrder()
  const { requester, owner, id } = piazza
  await piazza.transfer(requester, id)
  await piazza.step(owner, 'handover', id)
  const told = (await mailsTo(piazza.db, requester.email)).filter(({ subject }) => subject.includes('consegnato'))
  expect(told.map(({ text }) => text)).toEqual([expect.not.stringContaining('Resta da pagare')])
})

test('a transfer and a cancellation by the payer at the same time: one of them happens', async () => {
  const piazza = await anOrder()
  const { requester, id } = piazza
  const [transfer, cancel] = await Promise.all([piazza.transfer(requester, id), piazza.step(requester, 'cancel', id)])
  const { payment, cancelledAt } = await piazza.see(requester, id)
  if (cancel?.status === 200) {
    expect([transfer?.http, payment, await piazza.chain.balanceOf(requester.account)]).toEqual([409, null, 100_00])
    expect(await piazza.stock()).toBe(3)
  } else {
    expect([transfer?.http, cancelledAt, await piazza.chain.balanceOf(requester.account)]).toEqual([200, null, 95_00])
    expect(await piazza.stock()).toBe(2)
  }
})

test('a transfer and a cancellation by the payee at the same time: a closed request has no VAL in it', async () => {
  const piazza = await anOrder()
  const { requester, owner, id } = piazza
  const [transfer, cancel] = await Promise.all([piazza.transfer(requester, id), piazza.step(owner, 'cancel', id)])
  if (cancel?.status === 409) {
    expect([cancel.message, transfer?.http]).toEqual([ORDER_MESSAGES.transferPending, 200])
    expect(await piazza.see(requester, id)).toMatchObject({ state: 'agreed', payment: { status: 'confirmed' } })
    expect(await piazza.step(owner, 'cancel', id)).toMatchObject({ message: ORDER_MESSAGES.returning })
  }
  await expect.poll(async () => (await piazza.see(requester, id)).state).toBe('closed')
  expect(await piazza.chain.balanceOf(requester.account)).toBe(100_00)
  expect(await piazza.stock()).toBe(3)
})

test('a transfer without enough VAL is refused and can be made later', async () => {
  const piazza = await anOrder('offro', 499)
  const { requester, id } = piazza
  expect(await piazza.transfer(requester, id, 'una')).toMatchObject({ http: 409 })
  await piazza.give(requester.account, 1)
  expect(await piazza.transfer(requester, id, 'una')).toMatchObject({ http: 200 })
})

/** The payer has VAL for one of two transfers; both are stored while the chain is down, so that one of them fails later. */
const withChainAway = async () => {
  const { wrap, setDown } = anUnsteadyChain()
  const piazza = await aPiazzaWithChain({ wrap })
  const [payer, payee] = [await piazza.aMemberWithWallet(5_00), await piazza.aMemberWithWallet(0)]
  const listing = async () => ({ product: (await piazza.aListing({ by: payee, stock: 3 })).id, qty: 1 })
  const items = [await listing(), await listing()] as const
  const subjects = async ({ email }: typeof payer, word: string) =>
    (await mailsTo(piazza.db, email)).map(({ subject }) => subject).filter((subject) => subject.includes(word))
  /** Waits until both transfers are final, runs the jobs twice, and returns the mails about the transfers. */
  const told = async () => {
    const failed = async () => (await subjects(payer, 'non è riuscito')).length
    await expect.poll(failed, { timeout: 30_000 }).toBe(1)
    const arrived = async () => (await subjects(payee, 'ti ha trasferito')).length
    await expect.poll(arrived, { timeout: 30_000 }).toBe(1)
    for (const { id } of await piazza.db.query<{ id: string }>(sql`select id from payment`))
      await jobs.add(piazza.db, 'tell-payment', { id })
    await jobsDone(piazza.db, 'tell-payment')
    return {
      arrived: await subjects(payee, 'ti ha trasferito'),
      failed: [await subjects(payer, 'non è riuscito'), await subjects(payee, 'non è riuscito')],
    }
  }
  return { ...piazza, payer, payee, items, subjects, told, setDown }
}

test('the payee is told of a transfer once it is confirmed; both are told of one that failed', {
  tags: 'slow',
  timeout: 90_000,
}, async () => {
  const piazza = await withChainAway()
  const { payer, payee, items, subjects } = piazza
  const orders = await Promise.all(items.map(async (item) => (await piazza.place(payer, [item])).order._id))
  for (const id of orders) expect(await piazza.step(payee, 'accept', id)).toMatchObject({ status: 200 })
  piazza.setDown(true)
  const transfer = async (id: string) =>
    (await piazza.call('POST', `/api/orders/${id}/transfer`, { token: payer.token, body: {} })).status
  expect(await Promise.all(orders.map(transfer))).toEqual([202, 202])
  expect(await subjects(payee, 'trasferito')).toEqual([])
  piazza.setDown(false)
  const { arrived, failed } = await piazza.told()
  expect(arrived).toEqual([`Bottega ${payer.username} ti ha trasferito 5 VAL`])
  expect(failed).toEqual(Array(2).fill(['Il trasferimento di 5 VAL non è riuscito']))
  // The failed transfer is retried, and the payee is notified.
  await piazza.give(payer.account, 5_00)
  for (const id of orders) expect(await piazza.transfer(payer, id)).toMatchObject({ http: 200 })
  expect(await subjects(payee, 'ti ha trasferito')).toHaveLength(2)
  expect(await piazza.chain.balanceOf(payee.account)).toBe(10_00)
})

test('a request for a cart whose payment is pending says so; the payee is told when the VAL arrive', {
  tags: 'slow',
  timeout: 90_000,
}, async () => {
  const piazza = await withChainAway()
  const { payer, payee, items, db } = piazza
  piazza.setDown(true)
  const paid = await Promise.all(items.map((item) => piazza.payOnce(payer, payer.account, [item])))
  expect(paid.map(({ http }) => http)).toEqual([202, 202])
  const ids = await Promise.all(items.map(async (item) => (await piazza.place(payer, [item])).order._id))
  for (const { email } of [payer, payee]) {
    const mails = await mailsTo(db, email)
    expect(mails).toHaveLength(2)
    for (const { text } of mails) {
      expect(text).toContain('Il trasferimento di 5 VAL è in corso')
      expect(text).not.toMatch(/(ha|Hai) trasferito/)
    }
  }
  piazza.setDown(false)
  const { arrived, failed } = await piazza.told()
  expect(arrived).toEqual([`Bottega ${payer.username} ti ha trasferito 5 VAL`])
  expect(failed).toEqual(Array(2).fill(['Il trasferimento di 5 VAL non è riuscito']))
  // The yes that the failed payment had implied is taken back, with its stock.
  const states = await Promise.all(ids.map(async (id) => (await piazza.see(payee, id)).state))
  expect(states.toSorted()).toEqual(['agreed', 'sent'])
  const left = await db.query(sql`select stock from listing where seller_id = ${payee.id} order by stock`)
  expect(left).toEqual([{ stock: 2 }, { stock: 3 }])
})

test('a request for a cart that was paid tells of the VAL once', async () => {
  const piazza = await anOwnPiazzaWithChain()
  const { buyer, seller, item } = await piazza.aFundedBuyerAndListing()
  await piazza.pay(buyer, buyer.account, [item])
  const { order } = await piazza.place(buyer, [item])
  expect(await piazza.transfer(buyer, order._id)).toMatchObject({ http: 200 })
  const [mail, ...others] = await mailsTo(piazza.db, seller.email)
  expect(mail?.text).toContain('ha trasferito 5 VAL')
  expect(mail?.text).toContain(`Se invece non puoi, chiudila: i VAL tornano a Bottega ${buyer.username}.`)
  expect(mail?.text).not.toContain('scade')
  expect(others).toEqual([])
})

test('a refund gives everything back once, closes the request and tells the payer; a delivered one stays delivered', async () => {
  const piazza = await anOrder()
  const { requester, owner, id } = piazza
  expect(await piazza.refund(owner, id)).toMatchObject({ http: 409, message: ORDER_MESSAGES.nothingToReturn })
  await piazza.transfer(requester, id)
  await piazza.step(owner, 'pay', id)
  expect(await piazza.refund(requester, id)).toMatchObject({ http: 403 })
  const answers = await Promise.all([1, 2, 3].map(() => piazza.refund(owner, id)))
  expect(answers.map(({ http, amount }) => [http, amount])).toEqual(Array(3).fill([200, 5]))
  expect(await piazza.transfers(owner.account)).toEqual([{ amount: 500, state: 'confirmed' }])
  expect(await piazza.chain.balanceOf(requester.account)).toBe(100_00)
  expect(await piazza.see(requester, id)).toMatchObject({
    paidAt: null,
    cancelledAt: expect.any(String),
    payment: { status: 'confirmed', returned: true, returnStatus: 'confirmed' },
  })
  expect(await piazza.stock()).toBe(3)
  const mails = (await mailsTo(piazza.db, requester.email)).filter(({ subject }) => subject.includes('restituito'))
  expect(mails).toHaveLength(1)
  expect(await piazza.transfer(requester, id)).toMatchObject({ http: 409 })

  const [listing] = await piazza.db.query<{ id: string }>(sql`select id from listing where seller_id = ${owner.id}`)
  const { order } = await piazza.place(requester, [{ product: listing?.id ?? '', qty: 1 }])
  await piazza.step(owner, 'accept', order._id)
  await piazza.transfer(requester, order._id)
  await piazza.step(owner, 'pay', order._id)
  await piazza.step(requester, 'deliver', order._id)
  expect(await piazza.refund(owner, order._id)).toMatchObject({ http: 200 })
  const undo = await piazza.step(requester, 'undoDeliver', order._id)
  expect(undo).toMatchObject({ status: 409, message: ORDER_MESSAGES.deliveredForVal })
  expect(await piazza.see(owner, order._id)).toMatchObject({ isDelivered: true, cancelledAt: null })
  expect(await piazza.stock()).toBe(2)
})

test('closing a paid request several times at once gives the VAL back once', async () => {
  const piazza = await anOrder()
  const { requester, owner, id } = piazza
  await piazza.transfer(requester, id)
  const answers = await Promise.all([1, 2, 3].map(() => piazza.step(owner, 'cancel', id)))
  for (const { message } of answers)
    expect([ORDER_MESSAGES.returning, ORDER_MESSAGES.alreadyCancelled]).toContain(message)
  await expect.poll(async () => (await piazza.see(requester, id)).state).toBe('closed')
  expect(await piazza.transfers(owner.account)).toEqual([{ amount: 500, state: 'confirmed' }])
  expect(await piazza.chain.balanceOf(requester.account)).toBe(100_00)
  expect(await piazza.stock()).toBe(3)
})

test('a refund that fails on the chain leaves the request as it was; the payee is told and tries again', async () => {
  const piazza = await anOrder('offro', 5_00)
  const { requester, owner, id, db } = piazza
  await piazza.transfer(requester, id)
  await piazza.refund(owner, id)
  // As if the payee had spent the VAL before the transfer back was mined.
  await db.execute(sql`
    update chain_transaction set state = 'failed', failure = 'Non ci sono abbastanza VAL.'
    where id = (select return_id from payment)`)
  await db.execute(sql`update payment set is_returning = true`)
  await db.execute(sql`update orders set cancelled_at = null, cancelled_by = null where id = ${id}`)
  await db.execute(sql`update listing set stock = stock - 1`)
  await jobs.add(db, 'settle-returns', {})
  const told = async () => (await mailsTo(db, owner.email)).filter(({ subject }) => subject.includes('non è riuscita'))
  await expect.poll(async () => (await told()).length, { timeout: 15_000 }).toBe(1)
  expect(await piazza.see(owner, id)).toMatchObject({ cancelledAt: null, payment: { returnStatus: 'failed' } })
  expect(await piazza.stock()).toBe(2)
  expect(await piazza.step(requester, 'cancel', id)).toMatchObject({ status: 409, message: ORDER_MESSAGES.valMoved })
  await piazza.give(owner.account, 5_00)
  expect(await piazza.refund(owner, id)).toMatchObject({ http: 200 })
  expect(await piazza.see(owner, id)).toMatchObject({ cancelledAt: expect.any(String) })
  expect(await piazza.stock()).toBe(3)
})

test('between the return of the VAL and the closing of the request nobody pays it again or marks it as delivered', async () => {
  const piazza = await anOrder()
  const { requester, owner, id, db } = piazza
  await piazza.transfer(requester, id)
  await piazza.refund(owner, id)
  // As if the server had been killed before it closed the request.
  await db.execute(sql`update payment set is_returning = true`)
  await db.execute(sql`update orders set cancelled_at = null, cancelled_by = null where id = ${id}`)
  expect(await piazza.transfer(requester, id)).toMatchObject({ http: 409 })
  expect(await piazza.step(owner, 'pay', id)).toMatchObject({ status: 409 })
  await db.execute(sql`update orders set paid_at = now() where id = ${id}`)
  const delivery = await piazza.step(requester, 'deliver', id)
  expect(delivery).toMatchObject({ status: 409, message: ORDER_MESSAGES.alreadyReturned })
  await jobs.add(db, 'settle-returns', {})
  await expect
    .poll(async () => (await piazza.see(owner, id)).cancelledAt, { timeout: 15_000 })
    .toEqual(expect.any(String))
})
