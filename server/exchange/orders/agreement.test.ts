import { expect, test } from 'vitest'
import { ORDER_MESSAGES, soldOut, termsChanged } from '#domain/exchange/order-messages.ts'
import { tellWaiting } from '#server/market/listings/stock.ts'
import { sql } from '#server/platform/db/sql.ts'
import { anOwnPiazza, aPiazza, type Piazza } from '#test/fixtures.ts'
import { plannedJobsDone } from '#test/jobs-done.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

const setUp = async (options: Parameters<typeof aBuyerAndListing>[1] = {}, begun?: Piazza) => {
  const piazza = begun ?? (await aPiazza())
  const calls = orderCalls(piazza)
  const offer = await aBuyerAndListing(piazza, { stock: 1, ...options })
  const ask = async (by = offer.buyer, body: object = {}) => (await calls.place(by, [offer.item], { body })).order._id
  const stock = async () =>
    (await piazza.db.first<{ stock: number }>(sql`select stock from listing where id = ${offer.listing.id}`))?.stock
  const subjectsTo = async ({ email }: { email: string }) =>
    (await mailsTo(piazza.db, email)).map(({ subject }) => subject)
  return { ...piazza, ...calls, ...offer, ask, stock, subjectsTo }
}

test('a request takes no stock; the owner’s yes does, fixes the sum and tells the requester', async () => {
  const { buyer, seller, listing, ...piazza } = await setUp()
  const id = await piazza.ask()
  expect(await piazza.see(buyer, id)).toMatchObject({
    state: 'sent',
    turn: seller.id,
    terms: { val: 5, euro: 0, by: buyer.id },
    problem: null,
    agreedAt: null,
  })
  expect(await piazza.stock()).toBe(1)
  expect(await piazza.step(buyer, 'accept', id)).toMatchObject({ status: 409, message: ORDER_MESSAGES.notYourTurn })
  expect(await piazza.step(seller, 'accept', id, { val: 4, euro: 0 })).toMatchObject({
    status: 409,
    message: termsChanged({ val: 5, euro: 0 }),
    terms: { val: 5, euro: 0 },
  })
  expect(await piazza.step(seller, 'accept', id)).toEqual({ status: 200, message: ORDER_MESSAGES.accepted })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'agreed', turn: buyer.id })
  expect(await piazza.stock()).toBe(0)
  expect((await piazza.subjectsTo(buyer)).at(-1)).toBe(`Bottega ${seller.username} ha accettato: ${listing.name}`)
  await piazza.db.execute(sql`update listing set price_val = 900 where id = ${listing.id}`)
  expect((await piazza.see(seller, id)).terms).toMatchObject({ val: 5, euro: 0 })
})

test('both sides can propose another sum until they agree, and then again until something is paid', async () => {
  const { buyer, seller, ...piazza } = await setUp()
  const id = await piazza.ask()
  const propose = (by: typeof buyer, val: number, euro: number) => piazza.step(by, 'propose', id, { val, euro })
  expect(await propose(seller, 6, 1.5)).toMatchObject({ status: 200 })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'sent', turn: buyer.id, terms: { val: 6, euro: 1.5 } })
  expect(await propose(buyer, 4, 0)).toMatchObject({ status: 200 })
  expect(await propose(buyer, 3.001, 0)).toMatchObject({ status: 422 })
  expect(await propose(buyer, -1, 0)).toMatchObject({ status: 422 })
  expect(await piazza.step(seller, 'accept', id)).toMatchObject({ status: 200 })
  expect(await propose(seller, 5, 0)).toMatchObject({ status: 200 })
  expect(await piazza.stock()).toBe(1)
  expect(await piazza.step(buyer, 'accept', id)).toMatchObject({ status: 200 })
  expect(await piazza.step(seller, 'pay', id)).toMatchObject({ status: 200 })
  expect(await propose(seller, 6, 0)).toMatchObject({ status: 409, message: ORDER_MESSAGES.alreadyPaid })
})

test('an offer can be agreed for nothing: then nobody pays', async () => {
  const { buyer, seller, ...piazza } = await setUp()
  const id = await piazza.ask()
  await piazza.step(seller, 'propose', id, { val: 0, euro: 0 })
  await piazza.step(buyer, 'accept', id)
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'agreed', payer: null, payee: null, turn: seller.id })
  expect(await piazza.step(buyer, 'deliver', id)).toMatchObject({ status: 200 })
})

test('for a cerco the requester asks for a sum up to the ceiling, and no proposal exceeds it', async () => {
  const { buyer, seller, item, ...piazza } = await setUp({ section: 'cerco' })
  expect(await piazza.place(buyer, [item], { body: { expected: { val: 6, euro: 0 } } })).toMatchObject({
    status: 422,
    message: ORDER_MESSAGES.aboveCeiling,
  })
  const id = await piazza.ask(buyer, { expected: { val: 3.5, euro: 0 } })
  expect(await piazza.see(seller, id)).toMatchObject({
    terms: { val: 3.5, euro: 0, by: buyer.id },
    turn: seller.id,
    payer: seller.id,
    payee: buyer.id,
  })
  expect(await piazza.step(seller, 'propose', id, { val: 5.01, euro: 0 })).toMatchObject({ status: 422 })
  expect(await piazza.step(seller, 'accept', id)).toMatchObject({ status: 200 })
})

test('several ask for the last piece: the owner chooses, the others are told and keep waiting, and again when it is back', async () => {
  const { buyer, seller, listing, ...piazza } = await setUp()
  const other = await piazza.aMember({ hasAd: true })
  const [first, second] = [await piazza.ask(buyer), await piazza.ask(other)]
  await piazza.step(seller, 'accept', second)
  await plannedJobsDone(piazza.db, 'tell-waiting')
  expect((await piazza.subjectsTo(buyer)).at(-1)).toContain(`«${listing.name}» per ora è andato a un’altra persona`)
  expect(await piazza.see(buyer, first)).toMatchObject({ state: 'sent', turn: seller.id })
  expect(await piazza.step(seller, 'accept', first)).toMatchObject({ status: 409, message: soldOut(listing.name, 0) })
  expect(await piazza.step(other, 'cancel', second)).toMatchObject({ status: 200 })
  await plannedJobsDone(piazza.db, 'tell-waiting')
  expect((await piazza.subjectsTo(buyer)).at(-1)).toContain(`«${listing.name}» è tornato`)
  expect(await piazza.step(seller, 'accept', first)).toMatchObject({ status: 200 })
})

test('a quantity that goes up and down is told once, as it is then', async () => {
  const { buyer, seller, listing, ...piazza } = await setUp()
  await piazza.ask(buyer)
  const before = (await piazza.subjectsTo(buyer)).length
  const setStock = (stock: number) =>
    piazza.db.transaction(async (tx) => {
      await tx.execute(sql`update listing set stock = ${stock} where id = ${listing.id}`)
      await tellWaiting(tx, [{ listingId: listing.id }])
    })
  for (const stock of [0, 1, 0, 1]) await setStock(stock)
  await plannedJobsDone(piazza.db, 'tell-waiting')
  expect(await piazza.subjectsTo(buyer)).toHaveLength(before)
  for (const stock of [0, 1, 0]) await setStock(stock)
  await plannedJobsDone(piazza.db, 'tell-waiting')
  const told = (await piazza.subjectsTo(buyer)).slice(before)
  expect(told).toEqual([expect.stringContaining('per ora non è disponibile')])
})

test('of 100 acceptances at once for 10 pieces, 10 succeed', { tags: 'slow' }, async () => {
  const { seller, item, ...piazza } = await setUp({ stock: 10 }, await anOwnPiazza({ env: { RATE_LIMITS: 'off' } }))
  const ids = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const buyer = await piazza.aMember({ hasAd: true })
      return (await piazza.place(buyer, [item])).order._id
    }),
  )
  const answers = await Promise.all(ids.map((id) => piazza.step(seller, 'accept', id, { val: 5, euro: 0 })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(90)
  expect(await piazza.stock()).toBe(0)
})

test('the payee’s confirmation of a request that was only sent implies a yes', async () => {
  const { buyer, seller, ...piazza } = await setUp()
  const [id, late] = [await piazza.ask(), await piazza.ask()]
  expect(await piazza.step(seller, 'pay', id)).toMatchObject({ status: 200 })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'paid', isPaid: true, agreedAt: expect.any(String) })
  expect(await piazza.stock()).toBe(0)
  expect(await piazza.step(seller, 'pay', late)).toMatchObject({ status: 409 })
})

test('the owner cannot confirm a payment for a sum that the requester has not answered', async () => {
  const { seller, ...piazza } = await setUp()
  const id = await piazza.ask()
  await piazza.step(seller, 'propose', id, { val: 50, euro: 0 })
  expect(await piazza.step(seller, 'pay', id)).toMatchObject({ status: 409, message: ORDER_MESSAGES.notYourTurn })
})

test('the payee confirms the sum that they saw, and no other', async () => {
  const { buyer, seller, ...piazza } = await setUp()
  const id = await piazza.ask()
  await piazza.step(seller, 'accept', id)
  await piazza.step(buyer, 'propose', id, { val: 1, euro: 0 })
  expect(await piazza.step(seller, 'pay', id, { val: 5, euro: 0 })).toMatchObject({
    status: 409,
    message: termsChanged({ val: 1, euro: 0 }),
  })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'sent', paidAt: null })
  expect(await piazza.step(seller, 'pay', id, { val: 1, euro: 0 })).toMatchObject({ status: 200 })
})

test('a gift is delivered after the giver’s yes, with or without a handover', async () => {
  const { buyer, seller, ...piazza } = await setUp({ section: 'dono', stock: 2 })
  const id = await piazza.ask()
  expect(await piazza.step(buyer, 'deliver', id)).toMatchObject({ status: 409, message: ORDER_MESSAGES.notAgreedYet })
  expect(await piazza.step(seller, 'handover', id)).toMatchObject({ status: 409, message: ORDER_MESSAGES.notAgreedYet })
  await piazza.step(seller, 'accept', id)
  expect(await piazza.see(buyer, id)).toMatchObject({ turn: seller.id })
  expect(await piazza.step(buyer, 'handover', id)).toMatchObject({ status: 403 })
  expect(await piazza.step(seller, 'handover', id)).toMatchObject({ status: 200 })
  expect(await piazza.see(buyer, id)).toMatchObject({
    state: 'agreed',
    turn: buyer.id,
    handedOverAt: expect.any(String),
  })
  expect(await piazza.step(seller, 'cancel', id)).toMatchObject({ status: 409 })
  expect(await piazza.step(seller, 'undoHandover', id)).toMatchObject({ status: 200 })
  expect(await piazza.step(buyer, 'deliver', id)).toMatchObject({ status: 200 })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'delivered', turn: null })
  expect(await piazza.step(seller, 'accept', await piazza.ask())).toMatchObject({ status: 200 })
})

test('a proposal is concluded once the owner has said yes or written', async () => {
  const { buyer, seller, ...piazza } = await setUp({ section: 'propongo' })
  const [accepted, answered] = [await piazza.ask(), await piazza.ask()]
  for (const by of [buyer, seller])
    expect(await piazza.step(by, 'conclude', accepted)).toMatchObject({
      status: 409,
      message: ORDER_MESSAGES.notAgreedYet,
    })
  expect(await piazza.step(seller, 'accept', accepted)).toMatchObject({ status: 200 })
  expect(await piazza.see(buyer, accepted)).toMatchObject({ state: 'agreed', turn: null })
  expect(await piazza.step(buyer, 'conclude', accepted)).toMatchObject({ status: 200 })
  const thread = await piazza.call('POST', '/api/threads', { token: seller.token, body: { order: answered } })
  const path = `/api/threads/${(thread.body as { _id: string })._id}/messages`
  expect(await piazza.call('POST', path, { token: seller.token, body: { text: 'Volentieri' } })).toMatchObject({
    status: 200,
  })
  expect(await piazza.step(buyer, 'conclude', answered)).toMatchObject({ status: 200 })
  expect(await piazza.see(buyer, answered)).toMatchObject({ state: 'concluded', answered: true })
})

test('VAL cannot be transferred before the yes; a payee who closes the request gives them back in the same act', async () => {
  const piazza = await aPiazzaWithChain()
  const [buyer, seller] = [await piazza.aMemberWithWallet(100_00), await piazza.aMemberWithWallet(0)]
  const { id: product } = await piazza.aListing({ by: seller, stock: 1 })
  const id = (await piazza.place(buyer, [{ product, qty: 1 }])).order._id
  expect(await piazza.transfer(buyer, id)).toMatchObject({ http: 409, message: ORDER_MESSAGES.notAgreedYet })
  await piazza.step(seller, 'accept', id)
  expect(await piazza.transfer(buyer, id)).toMatchObject({ http: 200 })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'agreed', turn: seller.id })
  expect(await piazza.step(buyer, 'cancel', id)).toMatchObject({ status: 409, message: ORDER_MESSAGES.valMoved })
  expect(await piazza.step(seller, 'cancel', id, { reason: 'Si è rotto' })).toMatchObject({
    message: ORDER_MESSAGES.returning,
  })
  await expect.poll(async () => (await piazza.see(buyer, id)).state).toBe('closed')
  expect(await piazza.chain.balanceOf(buyer.account)).toBe(100_00)
  expect(await piazza.see(buyer, id)).toMatchObject({ cancelReason: 'Si è rotto', cancelledBy: seller.id })
  const mails = (await mailsTo(piazza.db, buyer.email)).filter(({ subject }) => subject.includes('restituito'))
  expect(mails.map(({ text }) => text.includes('Si è rotto'))).toEqual([true])
})
