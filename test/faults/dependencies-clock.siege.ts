import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/base/dates.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aBuyerAndListing, orderCalls } from '#test/order-calls.ts'

const PASSWORD = 'una-password-lunga'

test('clock jumps a day ahead and back: sessions and orders stay valid, and no mail is lost or sent twice', async ({
  annotate,
}) => {
  let ahead = 0
  let isDown = true
  const mails = await aMailServer({ onConnect: async () => (isDown ? { code: 421, message: 'Not now' } : undefined) })
  const piazza = await aPiazza({
    clock: () => new Date(Date.now() + ahead),
    env: { SMTP_URL: mails.url, MAIL_FROM: 'Piazza <p@esempio.test>', RATE_LIMITS: 'off' },
  })
  const { place, see } = orderCalls(piazza)
  const { buyer, seller, item } = await aBuyerAndListing(piazza, { stock: 3 })
  const member = await piazza.aMember({ password: PASSWORD })
  const recover = () => piazza.call('POST', '/api/users/password-recovery', { body: { email: member.email } })
  const signIn = () => piazza.call('POST', '/api/users/signin', { body: { email: member.email, password: PASSWORD } })
  const tokenNow = async () => ((await signIn()).body as { token: string }).token
  const isKnown = async (token: string) => (await piazza.call('GET', '/api/orders/mine', { token })).status === 200
  const expected: string[] = []
  const orders: string[] = []
  const order = async () => {
    const { status, order } = await place(buyer, [item])
    expect(status).toBe(200)
    orders.push(order._id)
    expected.push(buyer.email, seller.email)
  }

  const today = await tokenNow()
  await order()
  ahead = DAY_MS
  const tomorrow = await tokenNow()
  await order()
  expect((await recover()).status).toBe(200)
  expected.push(member.email)
  await expect
    .poll(async () => (await piazza.db.query(sql`select from mail where attempts > 0`)).length, { timeout: 60_000 })
    .toBe(expected.length)
  ahead = 0
  for (const token of [today, tomorrow]) expect(await isKnown(token)).toBe(true)
  isDown = false
  await order()
  for (const id of orders) expect((await see(seller, id)).status).toBe(200)
  const left = async () => (await piazza.db.query(sql`select from mail where sent_at is null`)).length
  // Retries follow the clock of the database, which did not jump.
  await expect.poll(left, { timeout: 60_000 }).toBe(0)
  expect(mails.arrived.map(({ to }) => to).toSorted()).toEqual(expected.toSorted())
  for (const token of [today, tomorrow]) expect(await isKnown(token)).toBe(true)
  await annotate(
    `${orders.length} ordini, ${expected.length} mail, una volta ciascuna, e due sessioni, di oggi e di domani`,
  )
})
