import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#domain/base/dates.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { Section } from '#domain/market/listings.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { mailsTo } from '#test/mailbox.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

/** A request of a kind, and a clock that can be set to a number of days later. */
const setUp = async (section: Section = 'offro') => {
  const start = Date.now()
  let later = 0
  const piazza = await aPiazzaWithChain({ clock: () => new Date(start + later), env: { RATE_LIMITS: 'off' } })
  const [buyer, seller] = [await piazza.aMemberWithWallet(100_00), await piazza.aMemberWithWallet(100_00)]
  const listing = await piazza.aListing({ by: seller, section, stock: 3 })
  const { order } = await piazza.place(buyer, [{ product: listing.id, qty: 1 }])
  const { db } = piazza
  const subjects = async ({ email }: { email: string }) => (await mailsTo(db, email)).map(({ subject }) => subject)
  return {
    ...piazza,
    buyer,
    seller,
    listing,
    id: order._id,
    subjects,
    stock: async () =>
      (await db.first<{ stock: number }>(sql`select stock from listing where id = ${listing.id}`))?.stock,
    /** Sets the clock to so many days after the start, and runs the job twice at once. */
    async after(days: number): Promise<OrderView> {
      later = days * DAY_MS + HOUR_MS
      await Promise.all([jobs.add(db, 'follow-up-requests', {}), jobs.add(db, 'follow-up-requests', {})])
      await jobsDone(db, 'follow-up-requests')
      return piazza.see(buyer, order._id)
    },
  }
}

test('the owner is reminded of a request after 3 and 7 days, and after 14 it expires and both are told', async () => {
  const piazza = await setUp()
  const { buyer, seller, listing } = piazza
  const reminder = `Tocca a te: ${listing.name}`
  const reminders = async () => (await piazza.subjects(seller)).filter((subject) => subject === reminder).length
  await piazza.after(2)
  expect(await reminders()).toBe(0)
  await piazza.after(3)
  await piazza.after(4)
  expect(await reminders()).toBe(1)
  await piazza.after(7)
  await piazza.after(13)
  expect(await reminders()).toBe(2)
  expect(await piazza.after(14)).toMatchObject({ state: 'expired', turn: null, expiredAt: expect.any(String) })
  for (const member of [buyer, seller])
    expect((await piazza.subjects(member)).filter((subject) => subject.startsWith('Richiesta scaduta'))).toHaveLength(1)
  expect(await piazza.subjects(buyer)).not.toContain(reminder)
  expect(await piazza.step(seller, 'accept', piazza.id)).toMatchObject({ status: 409 })
})

test('an agreed request that nobody pays expires 14 days after the yes, and the stock comes back', async () => {
  const piazza = await setUp()
  await piazza.after(5)
  await piazza.step(piazza.seller, 'accept', piazza.id)
  expect(await piazza.stock()).toBe(2)
  expect(await piazza.after(18)).toMatchObject({ state: 'agreed', turn: piazza.buyer.id })
  expect(await piazza.subjects(piazza.buyer)).toContain(`Tocca a te: ${piazza.listing.name}`)
  expect(await piazza.after(20)).toMatchObject({ state: 'expired' })
  expect(await piazza.stock()).toBe(3)
})

test('a request with VAL in it does not expire: the association sees it as a problem, which a step ends', async () => {
  const piazza = await setUp()
  const { buyer, seller, id } = piazza
  const admin = await piazza.aMember({ isAdmin: true })
  await piazza.step(seller, 'accept', id)
  await piazza.transfer(buyer, id)
  expect(await piazza.after(14)).toMatchObject({ state: 'agreed', problem: { by: null }, turn: null })
  for (const member of [buyer, seller])
    expect((await piazza.subjects(member)).filter((subject) => subject.startsWith('Qualcosa non va'))).toHaveLength(1)
  const listed = await piazza.call('GET', '/api/orders?only=problem', { token: admin.token })
  expect((listed.body as OrderView[]).map(({ _id }) => _id)).toContain(id)
  expect(await piazza.step(seller, 'pay', id)).toMatchObject({ status: 200 })
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'paid', problem: null, turn: seller.id })
})

test('a handover that nobody answers counts as received after 14 days', async () => {
  const piazza = await setUp('dono')
  await piazza.step(piazza.seller, 'accept', piazza.id)
  await piazza.step(piazza.seller, 'handover', piazza.id)
  expect(await piazza.after(13)).toMatchObject({ state: 'agreed', turn: piazza.buyer.id })
  expect(await piazza.after(14)).toMatchObject({ state: 'delivered', isDelivered: true })
  for (const member of [piazza.buyer, piazza.seller])
    expect(await piazza.subjects(member)).toContain(`Vale come ricevuto: ${piazza.listing.name}`)
})

test('what the receiver has taken back does not count as received later', async () => {
  const piazza = await setUp('dono')
  const { buyer, seller, id } = piazza
  await piazza.step(seller, 'accept', id)
  await piazza.step(seller, 'handover', id)
  await piazza.step(buyer, 'deliver', id)
  await piazza.step(buyer, 'undoDeliver', id)
  expect(await piazza.see(buyer, id)).toMatchObject({ state: 'agreed', handedOverAt: null, turn: seller.id })
  expect(await piazza.after(14)).toMatchObject({ isDelivered: false })
})

test('nobody finishes an exchange alone: a handover that the owner never answered becomes a problem', async () => {
  const piazza = await setUp('cerco')
  await piazza.step(piazza.buyer, 'pay', piazza.id)
  await piazza.step(piazza.buyer, 'handover', piazza.id)
  expect(await piazza.after(14)).toMatchObject({ state: 'paid', problem: { by: null } })
})

test('a thing handed over and not paid becomes a problem, and its stock does not come back', async () => {
  const piazza = await setUp()
  await piazza.step(piazza.seller, 'accept', piazza.id)
  await piazza.step(piazza.seller, 'handover', piazza.id)
  expect(await piazza.after(14)).toMatchObject({ state: 'agreed', problem: { by: null } })
  expect(await piazza.stock()).toBe(2)
})

test('neither an agreed proposal nor a request with a problem has a deadline', { tags: 'slow' }, async () => {
  const proposal = await setUp('propongo')
  await proposal.step(proposal.seller, 'accept', proposal.id)
  expect(await proposal.after(28)).toMatchObject({ state: 'agreed' })
  const disputed = await setUp('dono')
  await disputed.step(disputed.seller, 'accept', disputed.id)
  await disputed.step(disputed.buyer, 'problem', disputed.id)
  expect(await disputed.after(15)).toMatchObject({ state: 'agreed', problem: { by: disputed.buyer.id } })
  await disputed.step(disputed.buyer, 'withdrawProblem', disputed.id)
  expect(await disputed.after(28)).toMatchObject({ state: 'agreed', problem: null })
  expect(await disputed.after(29.5)).toMatchObject({ state: 'expired' })
})
