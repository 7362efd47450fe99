import { expect, test } from 'vitest'
import type { MemberExport } from '#domain/member-export.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { moveClockMark } from '#server/platform/retention/store.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { aRegisteredMember } from '#test/registered-member.ts'
import { someServices } from '#test/services.ts'

const DAY = 24 * 60 * 60 * 1000

test('a member exports all data stored about them, and no one else’s', async () => {
  const piazza = await anOwnPiazza()
  const rosa = await aRegisteredMember(piazza)
  const other = await aRegisteredMember(piazza, 'BRUNO')
  await piazza.call('POST', '/api/users/newsletterUpdate', { token: rosa.token, body: {} })
  await piazza.aListing({ by: rosa, name: 'Pane' })
  await piazza.db.execute(sql`insert into listing (seller_id, name) values (${rosa.id}, 'Annunci# 9')`)
  await piazza.aReview(await piazza.aListing({ by: other }), { by: rosa, comment: 'Bello' })
  const { order } = await piazza.anOrder({ buyer: rosa })
  const { status, body, headers, text } = await piazza.call('GET', '/api/privacy/export', { token: rosa.token })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="piazza-i-miei-dati.json"')
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(body).toMatchObject({
    exportedAt: expect.stringMatching(/^\d{4}-/),
    member: { _id: rosa.id, email: rosa.email, account: expect.stringMatching(/^0x/) },
    listings: [{ name: 'Annunci# 9' }, { name: 'Pane', priceVal: 5 }],
    reviews: [{ comment: 'Bello', rating: 5 }],
    orders: [{ _id: order.id, totalPriceVal: 5, orderItems: [{ qty: 1, priceVal: 5 }] }],
    movements: [],
    payments: [],
    newsletter: { email: rosa.email, verifiedAt: null },
    consents: [
      { purpose: 'privacy', event: 'asked' },
      { purpose: 'terms', event: 'confirmed' },
      { purpose: 'privacy', event: 'confirmed' },
      { purpose: 'newsletter', event: 'asked' },
    ],
    audit: [],
  })
  expect(text).not.toContain(other.email)
  expect(text).not.toMatch(/argon2|accountKey|account_key|password/)
})

test('the export contains the movements of the wallet and the payments, of both parties', {
  tags: 'slow',
}, async () => {
  // Without rate limits, because exports are limited to ten an hour.
  const piazza = await aPiazzaWithChain({ env: { RATE_LIMITS: 'off' } })
  const { buyer, seller } = await piazza.aFundedBuyerAndListing()
  const { order } = await piazza.anOrder({ buyer, seller, state: 'agreed' })
  await piazza.transfer(buyer, order.id)
  const exported = async ({ token }: { token: string }) =>
    (await piazza.call('GET', '/api/privacy/export', { token })).body as MemberExport
  await expect
    .poll(() => exported(buyer), { timeout: 20_000 })
    .toMatchObject({
      payments: [{ direction: 'out', amount: 5, status: 'confirmed', returned: false, order: order.id }],
      movements: [
        { kind: 'out', amount: -5, balance: 95 },
        { kind: 'in', amount: 100, balance: 100 },
      ],
    })
  expect(await exported(seller)).toMatchObject({
    payments: [{ direction: 'in', amount: 5 }],
    movements: [{ kind: 'in', amount: 5, username: buyer.username }],
  })
})

test('unconfirmed accounts and subscriptions, old mails, links and counters are deleted after their retention period', async () => {
  let now = new Date()
  const piazza = await aPiazza({ clock: () => now })
  const { privacy } = someServices(piazza.db, () => now)
  const verified = await aRegisteredMember(piazza)
  const register = { username: 'MAI', email: 'mai@esempio.test', password: 'mai-mai', newsletter: true }
  await piazza.call('POST', '/api/users/register', { body: register })
  await piazza.call('POST', '/api/users/newsletter', { body: { name: 'Ugo', email: 'ugo@esempio.test' } })
  now = new Date(now.getTime() + 29 * DAY)
  await privacy.deleteExpiredAt(now)
  const left = async () => ({
    members: (await piazza.db.query(sql`select from member where deleted_at is null`)).length,
    subscribers: (await piazza.db.query(sql`select from newsletter_subscriber`)).length,
    mails: (await piazza.db.query(sql`select from mail`)).length,
    links: (await piazza.db.query(sql`select from mail_link`)).length,
    counts: (await piazza.db.query(sql`select from rate_limit`)).length,
  })
  expect(await left()).toEqual({ members: 2, subscribers: 2, mails: 4, links: 0, counts: 0 })
  now = new Date(now.getTime() + 2 * DAY)
  await privacy.deleteExpiredAt(now)
  expect(await left()).toEqual({ members: 1, subscribers: 0, mails: 0, links: 0, counts: 0 })
  expect(await piazza.db.query(sql`select id from member where deleted_at is null`)).toEqual([{ id: verified.id }])
  expect(JSON.stringify(await piazza.db.query(sql`select * from member`))).not.toContain('mai@')
})

test('a run deletes all unverified accounts past their retention period, however many there are', {
  tags: 'slow',
}, async () => {
  const { db } = await anOwnPiazza()
  await db.execute(sql`
    insert into member (username, username_key, email, email_key, password_hash, created_at)
    select n, n, n || '@esempio.test', n || '@esempio.test', '', now() - interval '31 days'
    from generate_series(1, 101) as n`)
  await someServices(db, () => new Date()).privacy.deleteExpiredAt(new Date())
  expect(await db.query(sql`select from member where deleted_at is null`)).toHaveLength(0)
})

test('a clock that is ahead, of the server or of the database, deletes nothing that is not due, however often the job runs', async () => {
  const { db } = await anOwnPiazza()
  const add = (name: string, days: number) =>
    db.execute(sql`
      insert into member (username, username_key, email, email_key, password_hash, created_at)
      values (${name}, ${name}, ${name}, ${name}, '', now() - make_interval(days => ${days}))`)
  await add('old', 31)
  await add('new', 28)
  const left = async () => (await db.query(sql`select username from member where deleted_at is null`)).length
  const inTwoYears = new Date(Date.now() + 730 * DAY)
  const { privacy } = someServices(db, () => inTwoYears)
  await privacy.deleteExpired()
  expect(await left()).toBe(1)
  // As if the mark had been moved that long ago: for the database that is the same as a clock that is ahead.
  await db.execute(sql`update retention set clock_up_to = now() - interval '2 years'`)
  await add('old again', 31)
  for (let hours = 0; hours < 30; hours++) {
    await moveClockMark(db)
    await privacy.deleteExpired()
  }
  expect(await left()).toBe(2)
  await db.execute(sql`update retention set clock_up_to = now() + interval '2 years'`)
  await privacy.deleteExpired()
  expect(await left()).toBe(1)
})
