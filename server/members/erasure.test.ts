import { expect, test } from 'vitest'
import { raw, sql } from '#server/db/sql.ts'
import { aChain } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aRegisteredMember, REGISTERED_PASSWORD } from '#test/registered-member.ts'

type Piazza = Awaited<ReturnType<typeof aPiazza>>

const aPiazzaWithChain = async (welcome: number) => {
  const db = await aDatabase()
  const { chain } = await aChain(db)
  return aPiazza({ db, chain, env: { WELCOME_VAL: String(welcome), WELCOME_WHEN: 'verification' } })
}

const PERSONAL = 'gelsomino'

/** A member with personal data in listings, reviews, an order, the newsletter and mails. */
const aMemberWithData = async (piazza: Piazza) => {
  const member = await aRegisteredMember(piazza, PERSONAL.toUpperCase())
  const fields = { name: PERSONAL, surname: PERSONAL, phone: PERSONAL, birthplace: PERSONAL, sellerName: PERSONAL }
  await piazza.call('PUT', '/api/users/profile', {
    token: member.token,
    body: { ...fields, sellerDescription: PERSONAL },
  })
  await piazza.call('POST', '/api/users/newsletterUpdate', { token: member.token, body: {} })
  const own = await piazza.aListing({ by: member })
  const elsewhere = await piazza.aListing()
  await piazza.aReview(elsewhere, { by: member, comment: 'Ottimo' })
  const { order, seller } = await piazza.anOrder({ delivered: true })
  await piazza.db.execute(sql`update orders set buyer_id = ${member.id},
    shipping_address = ${JSON.stringify({ fullName: PERSONAL, address: 'Via', city: 'Torino', postalCode: '1', country: 'Italia', phone: '' })}
    where id = ${order.id}`)
  return { member, own, elsewhere, order, seller }
}

const storedText = async (piazza: Piazza): Promise<string> => {
  const tables = [
    'member',
    'listing',
    'review',
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
  const piazza = await aPiazza()
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
  const piazza = await aPiazzaWithChain(0)
  const { member } = await aMemberWithData(piazza)
  expect((await erase(piazza, member.token, 'sbagliata')).status).toBe(403)
  expect((await erase(piazza, member.token)).status).toBe(200)
  expect(await storedText(piazza)).not.toContain(PERSONAL)
  expect(await mailsTo(piazza.db, member.email)).toHaveLength(0)
  expect(await piazza.db.query(sql`select account, account_key from member where id = ${member.id}`)).toEqual([
    { account: null, account_key: null },
  ])
  expect((await piazza.call('GET', '/api/privacy/export', { token: member.token })).status).toBe(401)
})

test('an account is not erased while its wallet holds VAL or the chain is unreachable', async () => {
  const piazza = await aPiazzaWithChain(1)
  const owner = await aRegisteredMember(piazza)
  const balance = () => piazza.call('GET', '/api/wallet', { token: owner.token })
  await expect.poll(balance, { timeout: 15_000 }).toMatchObject({ body: { balance: 1 } })
  const refusal = { status: 409, body: { message: expect.stringContaining('VAL') } }
  expect(await erase(piazza, owner.token)).toMatchObject(refusal)

  const withoutChain = await aPiazza()
  const member = await aRegisteredMember(withoutChain)
  expect((await erase(withoutChain, member.token)).status).toBe(503)
  expect(await withoutChain.db.query(sql`select from member where deleted_at is not null`)).toHaveLength(0)
})

test('an account is not erased while it has open orders, as buyer or as seller', async () => {
  const piazza = await aPiazzaWithChain(0)
  const member = await aRegisteredMember(piazza)
  for (const party of ['buyer_id', 'seller_id']) {
    const { order } = await piazza.anOrder({ paid: true })
    await piazza.db.execute(sql`update orders set ${raw(party)} = ${member.id} where id = ${order.id}`)
    const refusal = { status: 409, body: { message: expect.stringContaining('aperte') } }
    expect(await erase(piazza, member.token)).toMatchObject(refusal)
    await piazza.db.execute(sql`update orders set delivered_at = now() where id = ${order.id}`)
  }
  expect((await erase(piazza, member.token)).status).toBe(200)
})

test('the last admin cannot erase their account', async () => {
  const piazza = await aPiazza()
  const admin = await piazza.aMember({ isAdmin: true, password: REGISTERED_PASSWORD })
  expect((await erase(piazza, admin.token)).status).toBe(409)
})
