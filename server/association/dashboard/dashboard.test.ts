import { expect, test } from 'vitest'
import type { Dashboard } from '#domain/association/dashboard.schema.ts'
import { lastMonths } from '#server/association/dashboard/service.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aChain } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'
import { runJob } from '#test/jobs-done.ts'

test('the last twelve months are in Italian time and cross the year boundary', () => {
  expect(lastMonths(new Date('2026-02-10T12:00:00Z'))).toEqual([
    ...['2025-03', '2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12'],
    ...['2026-01', '2026-02'],
  ])
  expect(lastMonths(new Date('2026-12-31T23:30:00Z')).at(-1)).toBe('2027-01')
})

test('an admin sees the numbers of members, listings and orders, and the amounts per month', async () => {
  const now = new Date('2026-11-15T12:00:00Z')
  const piazza = await aPiazza({ clock: () => now })
  const admin = await piazza.aMember({ isAdmin: true })
  const deleted = await piazza.aMember()
  await piazza.aMember({ verified: false })
  await piazza.db.execute(sql`update member set created_at = ${now}`)
  await piazza.db.execute(sql`update member set deleted_at = now() where id = ${deleted.id}`)
  const seller = await piazza.aMember({ hasAd: true })
  await piazza.db.execute(sql`update member set created_at = '2026-06-30T22:30:00Z' where id = ${seller.id}`)
  await piazza.aListing({ by: seller, section: 'offro', category: 'Libri' })
  await piazza.aListing({ by: seller, section: 'dono', category: 'Libri' })
  await piazza.aListing({ by: seller, category: 'Musica', paused: true })
  await piazza.db.execute(sql`insert into listing (seller_id, name) values (${seller.id}, 'Annunci# 7')`)
  const makeOrder = async (placed: string, paid: string | null, delivered: string | null) =>
    piazza.db.query(sql`insert into orders (buyer_id, seller_id, kind, giver_id, payer_id, payee_id, items_price_val, items_price_euro, shipping_price, total_price_val,
      total_price_euro, terms_by, terms_at, turn_at, created_at, agreed_at, paid_at, delivered_at)
      values (${admin.id}, ${seller.id}, 'offro', ${seller.id}, ${admin.id}, ${seller.id}, 500, 250, 0, 500, 250,
        ${admin.id}, ${placed}, ${placed}, ${placed}, ${paid}, ${paid}, ${delivered})`)
  await makeOrder('2026-09-10', '2026-10-01', '2026-10-02')
  await makeOrder('2026-10-10', '2026-10-11', null)
  await makeOrder('2026-11-01', null, null)
  await makeOrder('2020-01-01', '2020-01-01', null)
  await piazza.call('POST', '/api/users/newsletter', { body: { name: 'Rosa', email: 'rosa@esempio.test' } })

  const { status, body } = await piazza.call('GET', '/api/dashboard', { token: admin.token })
  expect(status).toBe(200)
  const figures = body as Dashboard
  expect(figures.members).toMatchObject({ total: 3, verified: 2, sellers: 2, withAd: 1 })
  expect(figures.members.byMonth).toHaveLength(12)
  expect(figures.members.byMonth.filter(({ joined }) => joined > 0)).toEqual([
    { month: '2026-07', joined: 1 },
    { month: '2026-11', joined: 2 },
  ])
  expect(figures.newsletter).toEqual({ verified: 0, waiting: 1 })
  expect(figures.listings).toEqual({
    shown: 2,
    paused: 1,
    bySection: [
      { section: 'offro', shown: 1 },
      { section: 'cerco', shown: 0 },
      { section: 'propongo', shown: 0 },
      { section: 'avviso', shown: 0 },
      { section: 'dono', shown: 1 },
    ],
    byCategory: [{ category: 'Libri', shown: 2 }],
  })
  expect(figures.orders).toMatchObject({ total: 4, paid: 3, delivered: 1 })
  expect(figures.orders.byMonth.filter(({ placed, val }) => placed + val > 0)).toEqual([
    { month: '2026-09', placed: 1, val: 0, euro: 0 },
    { month: '2026-10', placed: 1, val: 10, euro: 5 },
    { month: '2026-11', placed: 1, val: 0, euro: 0 },
  ])
  expect(figures.token, 'the chain is unavailable').toBeNull()
  // The seller and the admin have an order of the last thirty days; one request has had no answer for more than three days.
  expect(figures.activity).toEqual({ active: 2, unanswered: 1, openReports: 0, openObjections: 0, held: 0 })
  const report = { kind: 'listing', id: (await piazza.aListing()).id, reason: 'spam', explanation: 'Sempre lo stesso.' }
  await piazza.call('POST', '/api/reports', { token: seller.token, body: report })
  const { body: later } = await piazza.call('GET', '/api/dashboard', { token: admin.token })
  expect((later as Dashboard).activity.openReports).toBe(1)
})

test('the figures of a large association are those that a job counted last, with the time', {
  tags: 'slow',
}, async () => {
  let now = new Date('2026-11-15T12:00:00Z')
  const piazza = await aPiazza({ clock: () => now })
  const { token } = await piazza.aMember({ isAdmin: true })
  const read = async () => (await piazza.call('GET', '/api/dashboard', { token })).body as Dashboard
  const subscribe = (name: string, many: number) =>
    piazza.db.execute(sql`
      insert into newsletter_subscriber (name, email, email_key, confirm_hash, leave_code, verified_at)
      select 'Ada', ${name} || n, ${name} || n, '', ${name} || n, now() from generate_series(1, ${many}::integer) as n`)
  await runJob(piazza.db, 'count-dashboard')
  expect((await read()).countedAt).toBeNull()

  // In batches that each stay within the statement timeout on a busy machine.
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await subscribe(name, 10_000)
  await runJob(piazza.db, 'count-dashboard')
  await subscribe('g', 1)
  now = new Date('2026-11-15T12:05:00Z')
  expect(await read()).toMatchObject({ countedAt: '2026-11-15T12:00:00.000Z', newsletter: { verified: 60_000 } })
  await runJob(piazza.db, 'count-dashboard')
  expect(await read()).toMatchObject({ countedAt: '2026-11-15T12:05:00.000Z', newsletter: { verified: 60_001 } })

  await piazza.db.execute(sql`truncate newsletter_subscriber cascade`)
  await runJob(piazza.db, 'count-dashboard')
  expect(await read()).toMatchObject({ countedAt: null, newsletter: { verified: 0 } })
})

test('with a chain the dashboard shows the supply of VAL and the number of holders', async () => {
  const db = await aDatabase()
  const { chain } = await aChain(db)
  const piazza = await aPiazza({ db, chain })
  const admin = await piazza.aMember({ isAdmin: true })
  const { body } = await piazza.call('GET', '/api/dashboard', { token: admin.token })
  expect((body as Dashboard).token).toMatchObject({ supply: 8_000_000, holders: expect.any(Number) })
})
