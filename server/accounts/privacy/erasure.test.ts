import { expect, test } from 'vitest'
import { ORDER_MESSAGES } from '#domain/exchange/order-messages.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { aChain } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { aRegisteredMember, REGISTERED_PASSWORD } from '#test/registered-member.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

/** New members get `welcome` VAL when they are verified. */
const aPiazzaWithWelcome = async (welcome: number) => {
  const db = await aDatabase()
  const { chain } = await aChain(db)
  const piazza = await aPiazza({ db, chain, env: { WELCOME_VAL: String(welcome), WELCOME_WHEN: 'verification' } })
  return { ...piazza, chain }
}

const PERSONAL = 'gelsomino'

/** A member with personal data in listings, reviews, an order, the newsletter and mails. */
const aMemberWithData = async (piazza: Piazza) => {
  const member = await aRegisteredMember(piazza, PERSONAL.toUpperCase())
  const fields = { name: PERSONAL, surname: PERSONAL, birthplace: PERSONAL, sellerName: PERSONAL }
  await piazza.call('PUT', '/api/users/profile', {
    token: member.token,
    body: { ...fields, sellerDescription: PERSONAL },
  })
  await piazza.call('POST', '/api/users/newsletterUpdate', { token: member.token, body: {} })
  const own = await piazza.aListing({ by: member })
  const elsewhere = await piazza.aListing()
  await piazza.aReview(elsewhere, { by: member, comment: 'Ottimo' })
  const { order, seller } = await piazza.anOrder({ buyer: member, state: 'delivered' })
  await piazza.db.execute(sql`update orders set
    shipping_address = ${JSON.stringify({ fullName: PERSONAL, address: 'Via', city: 'Torino', postalCode: '1', country: 'Italia', phone: '' })}
    where id = ${order.id}`)
  await piazza.call('POST', `/api/orders/${order.id}/feedback`, {
    token: seller.token,
    body: { rating: 4, comment: `Cortese, ${PERSONAL}` },
  })
  const { id: review } = await piazza.aReview(own)
  await piazza.call('PUT', `/api/reviews/${review}/reply`, {
    token: member.token,
    body: { text: `Grazie, ${PERSONAL}` },
  })
  const { order: cancelled } = await piazza.anOrder({ buyer: member, state: 'closed' })
  await piazza.db.execute(sql`
    update orders set cancelled_by = ${member.id}, cancel_reason = ${`Ho cambiato idea, ${PERSONAL}`}
    where id = ${cancelled.id}`)
  return { member, own, elsewhere, order, seller }
}

const storedText = async (piazza: Piazza): Promise<string> => {
  const tables = [
    'member',
    'listing',
    'review',
    'order_feedback',
    'orders',
    'mail',
    'newsletter_subscriber',
    'mail_link',
    'consent',
    'audit',
  ]
  const rows = await Promise.all(tables.map((table) => piazza.db.query(raw(`select * from ${table}`))))
  return JSON.stringify(rows).toLowerCase()
}

test('an admin deletes a member: personal data is removed from every table, orders and reviews stay', async () => {
  const piazza = await anOwnPiazza()
  const admin = await piazza.aMember({ isAdmin: true })
  const { member, own, elsewhere, order } = await aMemberWithData(piazza)
  expect(await storedText(piazza)).toContain(PERSONAL)
  const { status, body } = await piazza.call('DELETE', `/api/users/${member.id}`, { token: admin.token })
  expect({ status, body }).toEqual({ status: 200, body: { message: 'Utènte cancellato con successo' } })
  expect(await storedText(piazza)).not.toContain(PERSONAL)
  expect((await piazza.call('GET', `/api/products/${own.id}`)).status).toBe(404)
  const { body: listing } = await piazza.call('GET', `/api/products/${elsewhere.id}`)
  expect(listing).toMatchObject({ numReviews: 1, reviews: [{ name: 'Utente cancellato', comment: 'Ottimo' }] })
  expect(await piazza.db.query(sql`select total_price_val from orders where id = ${order.id}`)).toEqual([
    { total_price_val: 500 },
  ])
  expect((await piazza.call('GET', '/api/orders/mine', { token: member.token })).status).toBe(401)
  const [row] = await piazza.db.query(sql`select account, account_key from member where id = ${member.id}`)
  expect(row?.account_key, 'VAL left in the wallet are not lost').not.toBeNull()
  expect(await piazza.db.query(sql`select actor, subject from audit where action = 'member.delete'`)).toEqual([
    { actor: admin.id, subject: member.id },
  ])
})

test('username and address of a deleted member can be registered again', async () => {
  const piazza = await aPiazza()
  const admin = await piazza.aMember({ isAdmin: true })
  const rosa = await aRegisteredMember(piazza)
  await piazza.call('DELETE', `/api/users/${rosa.id}`, { token: admin.token })
  const again = await aRegisteredMember(piazza)
  expect(again.id).not.toBe(rosa.id)
})

const erase = (piazza: Piazza, token: string, password = REGISTERED_PASSWORD) =>
  piazza.call('POST', '/api/privacy/erase', { token, body: { password } })

test('a member erases the account with the password, and no personal data is left', async () => {
  const piazza = await aPiazzaWithWelcome(0)
  const { member } = await aMemberWithData(piazza)
  expect((await erase(piazza, member.token, 'sbagliata')).status).toBe(403)
  expect((await erase(piazza, member.token)).status).toBe(200)
  expect(await storedText(piazza)).not.toContain(PERSONAL)
  expect(await mailsTo(piazza.db, member.email)).toHaveLength(0)
  expect((await piazza.call('GET', '/api/privacy/export', { token: member.token })).status).toBe(401)
})

const walletOf = (piazza: Piazza, id: string) =>
  piazza.db.first<{ account: string | null; key: Buffer | null }>(
    sql`select account, account_key as key from member where id = ${id}`,
  )

test('the VAL of an erased account go to the treasury, and its key is deleted once the wallet is empty', async () => {
  const piazza = await aPiazzaWithWelcome(7)
  const { chain } = piazza
  const before = await chain.balanceOf(chain.treasury.address)
  const owner = await aRegisteredMember(piazza)
  const preview = () => piazza.call('GET', '/api/privacy/erase', { token: owner.token })
  await expect.poll(preview, { timeout: 20_000 }).toMatchObject({ status: 200, body: { val: 7, openRequests: 0 } })
  const account = (await walletOf(piazza, owner.id))?.account ?? ''
  const isWelcomed = sql`select from chain_transaction where key = ${`welcome:${owner.id}`} and state = 'confirmed'`
  await expect.poll(() => piazza.db.query(isWelcomed), { timeout: 20_000 }).toHaveLength(1)
  expect(await erase(piazza, owner.token)).toMatchObject({ status: 200 })
  await expect.poll(() => chain.balanceOf(account), { timeout: 20_000 }).toBe(0)
  // If the transfer was not final after five seconds, the job that runs every minute removes the wallet.
  await expect.poll(() => walletOf(piazza, owner.id), { timeout: 90_000 }).toEqual({ account: null, key: null })
  expect(await chain.balanceOf(chain.treasury.address)).toBe(before)
}, 180_000)

test('an account is erased only when no transfer is under way; without the chain its key is kept', async () => {
  const piazza = await aPiazza({ env: { WELCOME_WHEN: 'verification' } })
  const member = await aRegisteredMember(piazza)
  const admin = await piazza.aMember({ isAdmin: true })
  const refusal = { status: 409, body: { message: expect.stringContaining('riprova tra un minuto') } }
  expect(await erase(piazza, member.token)).toMatchObject(refusal)
  expect(await piazza.call('DELETE', `/api/users/${member.id}`, { token: admin.token })).toMatchObject(refusal)
  await piazza.db.execute(sql`update chain_transaction set state = 'failed' where key = ${`welcome:${member.id}`}`)
  expect((await erase(piazza, member.token)).status).toBe(200)
  expect((await walletOf(piazza, member.id))?.key).not.toBeNull()
})

test('open requests of an erased account are closed, their stock comes back, and the others are told by mail', async () => {
  const piazza = await aPiazzaWithWelcome(0)
  const member = await aRegisteredMember(piazza)
  const [seller, buyer] = [await piazza.aMember(), await piazza.aMember()]
  const asBuyer = await piazza.anOrder({ buyer: member, seller, state: 'agreed' })
  const asSeller = await piazza.anOrder({ seller: member, buyer, state: 'paid' })
  const unanswered = await piazza.anOrder({ buyer: member, seller })
  const finished = await piazza.anOrder({ buyer: member, state: 'delivered' })
  const preview = await piazza.call('GET', '/api/privacy/erase', { token: member.token })
  expect(preview.body).toMatchObject({ openRequests: 3 })
  expect((await erase(piazza, member.token)).status).toBe(200)
  for (const [{ order }, other] of [
    [asBuyer, seller],
    [asSeller, buyer],
    [unanswered, seller],
  ] as const) {
    const { body } = await piazza.call('GET', `/api/orders/${order.id}`, { token: other.token })
    expect(body).toMatchObject({ state: 'closed', cancelledAt: expect.any(String), isPaid: false })
    const [mail] = await mailsTo(piazza.db, other.email)
    expect(mail?.subject).toContain('Richiesta chiusa: ')
    expect(mail?.text).not.toContain(member.username)
  }
  const stockOf = ({ listing }: typeof asBuyer) =>
    piazza.db.query(sql`select stock from listing where id = ${listing.id}`)
  expect(await stockOf(asBuyer)).toEqual([{ stock: 2 }])
  expect(await stockOf(unanswered)).toEqual([{ stock: 1 }])
  const { body } = await piazza.call('GET', `/api/orders/${finished.order.id}`, { token: finished.seller.token })
  expect(body).toMatchObject({ isDelivered: true, cancelledAt: null })
})

test('a finished exchange with somebody who has left stays finished: the receiver cannot take «consegnato» back', async () => {
  const piazza = await aPiazzaWithWelcome(0)
  const giver = await aRegisteredMember(piazza)
  const { order, buyer } = await piazza.anOrder({ seller: giver, kind: 'dono', state: 'delivered' })
  expect((await erase(piazza, giver.token)).status).toBe(200)
  const undo = await piazza.call('DELETE', `/api/orders/${order.id}/deliver`, { token: buyer.token })
  expect(undo).toMatchObject({ status: 409, body: { message: ORDER_MESSAGES.recipientDeleted } })
  const { body } = await piazza.call('GET', `/api/orders/${order.id}`, { token: buyer.token })
  expect(body).toMatchObject({ state: 'delivered' })
})

test('VAL transferred to a deleted member for something never given go back to the payer', async () => {
  const piazza = await aPiazzaWithChain()
  const admin = await piazza.aMember({ isAdmin: true })
  const { buyer, seller } = await piazza.aFundedBuyerAndListing()
  const { order } = await piazza.anOrder({ buyer, seller, state: 'agreed' })
  const paid = await piazza.call('POST', `/api/orders/${order.id}/transfer`, { token: buyer.token, body: {} })
  expect(paid.status).toBeLessThan(300)
  await expect.poll(() => piazza.chain.balanceOf(seller.account), { timeout: 20_000 }).toBe(5_00)
  const remove = () => piazza.call('DELETE', `/api/users/${seller.id}`, { token: admin.token })
  await expect.poll(remove, { timeout: 20_000 }).toMatchObject({ status: 200 })
  await expect.poll(() => piazza.chain.balanceOf(buyer.account), { timeout: 20_000 }).toBe(100_00)
  const mails = await mailsTo(piazza.db, buyer.email)
  expect(mails.at(-1)?.text).toContain('Quello che avevi trasferito (5 VAL) ti viene restituito.')
})

test('the last admin cannot erase their account', async () => {
  const piazza = await anOwnPiazza()
  const admin = await piazza.aMember({ isAdmin: true, password: REGISTERED_PASSWORD })
  expect((await erase(piazza, admin.token)).status).toBe(409)
})
