import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { italianDate } from '#domain/base/dates.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aRestartableServer } from '#test/faults/restartable-server.ts'
import { size } from '#test/siege.ts'

const MEMBERS = size(40, 1_000)
const KILLS = size(4, 40)
// So little that a round leaves it alone.
const GIFT = 100

test('a server killed again and again while it gives VAL from a file and calls a round: each is paid once, the round is called once', async ({
  annotate,
}) => {
  const { db, start, aMemberWithAccount, admin, balanceOf } = await aRestartableServer()
  const rich = await aMemberWithAccount()
  const members = []
  while (members.length < MEMBERS) members.push(await aMemberWithAccount())

  let server = await start()
  const { token } = admin
  const headers = { 'idempotency-key': 'rich' }
  const give = () =>
    server.call('POST', '/api/treasury/gifts', { token, headers, body: { to: rich.username, amount: 100 } })
  await expect.poll(async () => (await give()).status, { timeout: 60_000 }).toBe(200)
  await db.execute(sql`
    insert into evaporation_round (date, announced_at) values (${italianDate(new Date())}, now())`)
  const csv = `username,amount,note\n${members.map(({ username }) => `${username},${GIFT / 100},prova\n`).join('')}`
  const imported = await server.call('POST', '/api/treasury/gifts/import', {
    token,
    body: { csv, dryRun: false, confirmation: MEMBERS },
  })
  expect(imported).toMatchObject({ status: 200, body: { sum: MEMBERS, errors: [] } })

  const paid = async () => (await db.query(sql`select from treasury_gift where state = 'paid'`)).length
  for (let kill = 0; kill < KILLS; kill++) {
    const before = await paid()
    const enough = before + Math.random() * (MEMBERS / KILLS)
    await expect.poll(paid, { timeout: 120_000, interval: 50 }).toBeGreaterThanOrEqual(Math.min(enough, MEMBERS))
    await sleep(Math.random() * 500)
    await server.end('SIGKILL')
    server = await start()
  }
  await expect.poll(paid, { timeout: 600_000 }).toBe(MEMBERS + 1)
  const done = () => db.query(sql`select from evaporation_round where done_at is not null`)
  await expect.poll(async () => (await done()).length, { timeout: 120_000 }).toBe(1)

  for (const { account } of members) expect(await balanceOf(account)).toBe(GIFT)
  expect(await balanceOf(rich.account)).toBe(94_00)
  expect(await db.query(sql`select from token_round`)).toHaveLength(1)
  const told = await db.query(sql`select from notice where kind = 'payment'`)
  expect(told).toHaveLength(MEMBERS + 1)
  await annotate(`${MEMBERS} regali e un giro, ${KILLS} interruzioni: ciascuno una volta`)
})
