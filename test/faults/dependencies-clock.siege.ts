import { expect, test } from 'vitest'
import type { Status } from '#domain/association/status.schema.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { noteBackup } from '#server/association/backups/record.ts'
import { raw, type Sql, sql } from '#server/platform/db/sql.ts'
import { FUTURE_TIMES } from '#server/platform/jobs/future-times-store.ts'
import { SCHEDULE } from '#server/tasks.ts'
import { aDatabase } from '#test/database.ts'
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

// The clock of the database cannot be set in a test: its stored times are moved instead.
const TIMES: readonly (readonly [string, readonly string[]])[] = [
  ['job_schedule', ['slot']],
  ['graphile_worker._private_jobs', ['run_at', 'created_at', 'updated_at']],
  ['part_status', ['checked_at', 'down_since']],
  ['mail', ['claimed_until']],
  ...FUTURE_TIMES.map(({ table, column }) => [table, [column]] as const),
  ['dashboard_figures', ['counted_at']],
]

const move = (table: string, columns: readonly string[]): Sql =>
  raw(`update ${table} set ${columns.map((column) => `${column} = ${column} + interval '800 days'`).join(', ')}`)

test('after 800 days ahead and back the jobs go on: with the server running, and with one that starts afterwards', async ({
  annotate,
}) => {
  const db = await aDatabase()
  for (const start of ['running', 'started afterwards']) {
    const open = () => aPiazza({ db, schedule: SCHEDULE, env: { RATE_LIMITS: 'off' } })
    let piazza = await open()
    const scheduled = async () =>
      (await db.query(sql`select from job_schedule where slot between now() - interval '8 days' and now()`)).length
    const ahead = async () => {
      const found = FUTURE_TIMES.map(async ({ table, column, longest }) => {
        const rows = await db.query(sql`
          select from ${raw(table)} where ${raw(column)} > now() + ${longest}::interval + interval '1 minute'`)
        return rows.length > 0 ? [`${table}.${column}`] : []
      })
      return (await Promise.all(found)).flat()
    }
    await expect.poll(scheduled, { timeout: 60_000 }).toBe(SCHEDULE.scheduled.length)
    const { buyer, item } = await aBuyerAndListing(piazza)
    await orderCalls(piazza).place(buyer, [item])
    await noteBackup(db, new Date())
    if (start !== 'running') await piazza.app.close()
    for (const [table, columns] of TIMES) await db.execute(move(table, columns))
    if (start !== 'running') piazza = await open()
    const { id } = await piazza.aListing()
    await db.execute(sql`update listing set expires_at = now() where id = ${id}`)
    // Within a minute, as on any day.
    await expect
      .poll(() => db.query(sql`select expired from listing where id = ${id}`), { timeout: 180_000 })
      .toEqual([{ expired: true }])
    await expect.poll(scheduled, { timeout: 60_000 }).toBe(SCHEDULE.scheduled.length)
    await expect.poll(ahead, { timeout: 60_000 }).toEqual([])
    const admin = await piazza.aMember({ isAdmin: true })
    const { jobs } = (await piazza.call('GET', '/api/status', { token: admin.token })).body as Status
    expect(jobs).toMatchObject({ ok: true })
    await piazza.app.close()
  }
  await annotate('800 giorni avanti e indietro: i lavori proseguono entro un minuto')
})
