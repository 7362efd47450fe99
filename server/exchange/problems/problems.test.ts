import { expect, test } from 'vitest'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

/** A request that was paid in VAL, and an admin. */
const setUp = async () => {
  const piazza = await aPiazzaWithChain()
  const [buyer, seller] = [await piazza.aMemberWithWallet(100_00), await piazza.aMemberWithWallet(0)]
  const admin = await piazza.aMember({ isAdmin: true })
  const listing = await piazza.aListing({ by: seller, stock: 1 })
  const { order } = await piazza.place(buyer, [{ product: listing.id, qty: 1 }], { body: { message: 'Passo io' } })
  const id = order._id
  await piazza.step(seller, 'accept', id)
  await piazza.transfer(buyer, id)
  const stock = async () =>
    (await piazza.db.first<{ stock: number }>(sql`select stock from listing where id = ${listing.id}`))?.stock
  const mails = async ({ email }: { email: string }, word: string) =>
    (await mailsTo(piazza.db, email)).filter(({ subject }) => subject.includes(word))
  const settle = (outcome: string, by = admin) => piazza.step(by, 'settle', id, { outcome, reason: 'Non è arrivato' })
  /** Of VAL that have left the wallet. */
  const receipts = async ({ email }: { email: string }) =>
    (await mailsTo(piazza.db, email)).flatMap(({ subject }) =>
      /^(Hai|L’associazione ha) (mandato|restituito)/.test(subject) ? [subject] : [],
    )
  return { ...piazza, buyer, seller, admin, listing, id, stock, mails, receipts, settle }
}

test('a payer who hears nothing asks the association, which reads the messages and returns exactly that sum', async () => {
  const piazza = await setUp()
  const { buyer, seller, admin, id } = piazza
  const read = () => piazza.call('GET', `/api/orders/${id}/messages`, { token: admin.token })
  expect(await read()).toMatchObject({ status: 403 })
  expect(await piazza.settle('return')).toMatchObject({ status: 409, message: ORDER_MESSAGES.noProblem })
  expect(await piazza.step(buyer, 'problem', id, { text: 'Non risponde' })).toMatchObject({ status: 200 })
  expect(await piazza.step(seller, 'problem', id)).toMatchObject({ status: 409, message: ORDER_MESSAGES.problemOpen })
  expect(await piazza.see(seller, id)).toMatchObject({ problem: { by: buyer.id, text: 'Non risponde' }, turn: null })
  expect(await piazza.mails(seller, 'Qualcosa non va')).toHaveLength(1)
  expect(await read()).toMatchObject({ status: 200 })
  expect(await piazza.step(seller, 'withdrawProblem', id)).toMatchObject({ status: 403 })
  expect(await piazza.settle('return', buyer)).toMatchObject({ status: 403 })
  expect(await piazza.settle('close')).toMatchObject({ status: 409, message: ORDER_MESSAGES.outcomeNeedsDecision })
  expect(await piazza.settle('return')).toMatchObject({ status: 200 })
  await expect.poll(async () => (await piazza.see(buyer, id)).state).toBe('closed')
  expect(await piazza.chain.balanceOf(buyer.account)).toBe(100_00)
  expect(await piazza.chain.balanceOf(seller.account)).toBe(0)
  expect(await piazza.stock()).toBe(1)
  const name = `Bottega ${buyer.username}`
  await expect
    .poll(() => piazza.receipts(seller), { timeout: 20_000 })
    .toEqual([
      expect.stringMatching(`^L’associazione ha restituito 5 VAL dal tuo portafoglio a ${name} per la richiesta`),
    ])
  for (const member of [buyer, seller])
    expect((await piazza.mails(member, 'L’associazione ha deciso')).map(({ text }) => text)).toEqual([
      expect.stringContaining('Non è arrivato'),
    ])
  const audit = await piazza.call('GET', `/api/audit?member=${seller.id}`, { token: admin.token })
  expect(JSON.stringify(audit.body)).toContain('order.settle')
})

test('the payee can object to a return; another decision moves the VAL again', async () => {
  const piazza = await setUp()
  const { buyer, seller, id } = piazza
  const other = await piazza.aMember({ isAdmin: true })
  await piazza.step(buyer, 'problem', id)
  await piazza.settle('return')
  await expect.poll(async () => (await piazza.see(buyer, id)).state).toBe('closed')
  const row = await piazza.db.first<{ id: string }>(sql`select id from decision where subject_id = ${id}`)
  const path = `/api/decisions/${row?.id}`
  expect(await piazza.call('GET', path, { token: buyer.token })).toMatchObject({ status: 404 })
  expect(await piazza.call('GET', path, { token: seller.token })).toMatchObject({
    status: 200,
    body: { kind: 'order', action: 'return', facts: 'Non è arrivato' },
  })
  const objection = { token: seller.token, body: { text: 'Ho la ricevuta' } }
  expect(await piazza.call('POST', `${path}/objection`, objection)).toMatchObject({ status: 200 })
  const review = { outcome: 'reversed', facts: 'C’è la ricevuta', ground: 'Regole della piazza' }
  expect(await piazza.call('POST', `${path}/review`, { token: other.token, body: review })).toMatchObject({
    status: 200,
  })
  await expect.poll(() => piazza.chain.balanceOf(seller.account), { timeout: 20_000 }).toBe(5_00)
  for (const member of [buyer, seller]) expect(await piazza.mails(member, 'La decisione è cambiata')).toHaveLength(1)
  await expect
    .poll(async () => (await piazza.receipts(buyer)).at(-1), { timeout: 20_000 })
    .toMatch(`L’associazione ha mandato 5 VAL dal tuo portafoglio a Bottega ${seller.username}`)
})

test('VAL that were returned do not move again to a payee who has left', { tags: 'slow' }, async () => {
  const piazza = await setUp()
  const { buyer, seller, admin, id } = piazza
  const other = await piazza.aMember({ isAdmin: true })
  await piazza.step(buyer, 'problem', id)
  await piazza.settle('return')
  await expect.poll(async () => (await piazza.see(buyer, id)).state).toBe('closed')
  const row = await piazza.db.first<{ id: string }>(sql`select id from decision where subject_id = ${id}`)
  const objection = { token: seller.token, body: { text: 'Ho la ricevuta' } }
  await piazza.call('POST', `/api/decisions/${row?.id}/objection`, objection)
  expect(await piazza.call('DELETE', `/api/users/${seller.id}`, { token: admin.token })).toMatchObject({ status: 200 })
  const review = { outcome: 'reversed', facts: 'C’è la ricevuta', ground: 'Regole della piazza' }
  expect(
    await piazza.call('POST', `/api/decisions/${row?.id}/review`, { token: other.token, body: review }),
  ).toMatchObject({ status: 409, body: { message: ORDER_MESSAGES.payeeHasLeft } })
  expect(await piazza.chain.balanceOf(buyer.account)).toBe(100_00)
})

test('a return that the payee can no longer pay is refused with the reason, and nothing changes', async () => {
  const piazza = await setUp()
  const { buyer, seller, id } = piazza
  const body = { to: (await piazza.aMemberWithWallet(0)).username, amount: 3 }
  expect(await piazza.call('POST', '/api/wallet/transfers', { token: seller.token, body })).toMatchObject({
    status: 200,
  })
  await piazza.step(buyer, 'problem', id)
  expect(await piazza.settle('return')).toMatchObject({ status: 409, message: ORDER_MESSAGES.payeeLacksVal })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'agreed', settled: null, problem: { by: buyer.id } })
})

test('«keep» leaves the VAL where they are and ends the request; «close» ends one without VAL', async () => {
  const piazza = await setUp()
  const { buyer, seller, admin, id } = piazza
  await piazza.step(buyer, 'problem', id)
  expect(await piazza.settle('keep')).toMatchObject({ status: 200 })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'closed', settled: { outcome: 'keep' }, problem: null })
  expect([await piazza.chain.balanceOf(seller.account), await piazza.stock()]).toEqual([5_00, 0])
  const gift = await piazza.aListing({ by: seller, section: 'dono', stock: 1 })
  const other = (await piazza.place(buyer, [{ product: gift.id, qty: 1 }])).order._id
  await piazza.step(seller, 'accept', other)
  await piazza.step(seller, 'problem', other)
  const settled = await piazza.step(admin, 'settle', other, { outcome: 'close', reason: 'Non vi trovate' })
  expect(settled).toMatchObject({ status: 200 })
  expect(await piazza.see(buyer, other)).toMatchObject({ state: 'closed', cancelReason: 'Non vi trovate' })
})

test('a request that the association decided on is not removed: the decision can be objected to, and a gift that was kept stays given', async () => {
  const piazza = await setUp()
  const { buyer, seller, admin } = piazza
  const gift = await piazza.aListing({ by: seller, section: 'dono', stock: 1 })
  const id = (await piazza.place(buyer, [{ product: gift.id, qty: 1 }])).order._id
  await piazza.step(seller, 'accept', id)
  await piazza.step(buyer, 'problem', id)
  await piazza.step(admin, 'settle', id, { outcome: 'keep', reason: 'L’ha già in casa' })
  expect(await piazza.step(admin, 'remove', id)).toEqual({ status: 409, message: ORDER_MESSAGES.settledByAssociation })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'closed', settled: { outcome: 'keep' } })
  expect(await piazza.db.query(sql`select stock from listing where id = ${gift.id}`)).toEqual([{ stock: 0 }])
})

test('the other party does not end a problem by concluding, and it can be reported after the end', async () => {
  const piazza = await setUp()
  const { buyer, seller } = piazza
  const proposal = await piazza.aListing({ by: seller, section: 'propongo' })
  const id = (await piazza.place(buyer, [{ product: proposal.id, qty: 1 }])).order._id
  await piazza.step(seller, 'accept', id)
  await piazza.step(buyer, 'problem', id)
  expect(await piazza.step(seller, 'conclude', id)).toMatchObject({ status: 200 })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'concluded', problem: { by: buyer.id } })
  await piazza.step(buyer, 'withdrawProblem', id)
  expect(await piazza.step(buyer, 'problem', id)).toMatchObject({ status: 200 })
})

test('an admin who is the payer does not decide the payee’s objection', async () => {
  const piazza = await setUp()
  const { buyer, seller, id } = piazza
  await piazza.step(buyer, 'problem', id)
  await piazza.settle('return')
  await expect.poll(async () => (await piazza.see(buyer, id)).state).toBe('closed')
  const row = await piazza.db.first<{ id: string }>(sql`select id from decision where subject_id = ${id}`)
  const objection = { token: seller.token, body: { text: 'Ho la ricevuta' } }
  expect(await piazza.call('POST', `/api/decisions/${row?.id}/objection`, objection)).toMatchObject({ status: 200 })
  await piazza.db.execute(sql`update member set role = 'admin' where id = ${buyer.id}`)
  const body = { outcome: 'upheld', facts: 'Sì', ground: 'Regole' }
  expect(await piazza.call('POST', `/api/decisions/${row?.id}/review`, { token: buyer.token, body })).toMatchObject({
    status: 403,
  })
})

test('an admin who is a party does not settle the request', async () => {
  const piazza = await setUp()
  await piazza.step(piazza.buyer, 'problem', piazza.id)
  await piazza.db.execute(sql`update member set role = 'admin' where id = ${piazza.seller.id}`)
  expect(await piazza.settle('keep', piazza.seller)).toMatchObject({ status: 403 })
})

test('the other party of an open request is told of a suspension, and both can still end a request with VAL in it', async () => {
  const piazza = await setUp()
  const { buyer, seller, admin, id } = piazza
  const suspension = { token: admin.token, body: { reason: 'Messaggi offensivi' } }
  expect(await piazza.call('PUT', `/api/users/${seller.id}/suspension`, suspension)).toMatchObject({ status: 200 })
  const told = await piazza.mails(buyer, 'è sospeso')
  expect(told.map(({ text }) => text)).toEqual([expect.stringContaining('restano aperti')])
  expect(await piazza.step(seller, 'pay', id)).toMatchObject({ status: 200 })
  expect(await piazza.step(buyer, 'deliver', id)).toMatchObject({ status: 200 })
})

test('after a block, both can still take the steps of a request with VAL in it, but agree on nothing new', async () => {
  const piazza = await setUp()
  const { buyer, seller, listing, id } = piazza
  await piazza.db.execute(sql`update listing set stock = 1 where id = ${listing.id}`)
  const waiting = (await piazza.place(buyer, [{ product: listing.id, qty: 1 }])).order._id
  expect(await piazza.call('PUT', `/api/blocks/${buyer.id}`, { token: seller.token })).toMatchObject({ status: 200 })
  expect(await piazza.step(seller, 'accept', waiting)).toMatchObject({
    status: 409,
    message: ORDER_MESSAGES.recipientUnreachable,
  })
  expect(await piazza.step(seller, 'pay', id)).toMatchObject({ status: 200 })
  expect(await piazza.step(buyer, 'deliver', id)).toMatchObject({ status: 200 })
  expect((await piazza.see(buyer, id)) satisfies OrderView).toMatchObject({ state: 'delivered' })
})
