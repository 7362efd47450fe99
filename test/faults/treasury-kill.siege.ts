import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { italianDate } from '#domain/dates.ts'
import { sql } from '#server/db/sql.ts'
import { makeTokens } from '#server/members/tokens.ts'
import { makeKeys } from '#server/wallet/keys.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { apiCaller, SECRET } from '#test/fixtures.ts'
import { makePopulation } from '#test/population.ts'
import { startProgram } from '#test/program.ts'
import { size } from '#test/siege.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
const MEMBERS = size(40, 1_000)
const KILLS = size(4, 40)
// So little that a round leaves it alone.
const GIFT = 100

/** A database and a data folder on which a server is started again and again. */
const aPlace = async () => {
  const db = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-treasury-kill-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const env = {
    ...{ NODE_ENV: 'production', DATA_DIR: dataDir, AUTH_SECRET: SECRET, WALLET_SECRET: SECRET, DEMO: '0' },
    ...{ PUBLIC_URL: 'https://piazza.example', RATE_LIMITS: 'off', ...databaseEnvironment(addressOf(db).database) },
  }
  const start = async () => {
    const server = await startProgram([MAIN], env)
    onTestFinished(() => server.end())
    return { ...server, call: apiCaller(server.origin) }
  }
  const population = makePopulation(
    db,
    makeTokens(SECRET, () => new Date()),
  )
  const keys = makeKeys(SECRET)
  const aMemberWithAccount = async () => {
    const member = await population.aMember()
    const key = generatePrivateKey()
    const account = privateKeyToAccount(key).address
    await db.execute(sql`
      update member set account = ${account}, account_key = ${keys.seal(member.id, key)} where id = ${member.id}`)
    return { ...member, account }
  }
  return { db, start, aMemberWithAccount, admin: await population.aMember({ isAdmin: true }) }
}

test('a server killed again and again while it gives VAL from a file and calls a round: each is paid once, the round is called once', async ({
  annotate,
}) => {
  const { db, start, aMemberWithAccount, admin } = await aPlace()
  const rich = await aMemberWithAccount()
  const members = []
  while (members.length < MEMBERS) members.push(await aMemberWithAccount())
  const balanceOf = async (account: string) =>
    (await db.first<{ balance: number }>(sql`select balance from token_balance where account = ${account}`))?.balance ??
    0

  let server = await start()
  const { token } = admin
  const headers = { 'idempotency-key': 'rich' }
  const give = () =>
    server.call('POST', '/api/treasury/gifts', { token, headers, body: { to: rich.username, amount: 100 } })
  await expect.poll(async () => (await give()).status, { timeout: 60_000 }).toBe(200)
  await db.execute(sql`
    insert into evaporation_round (date, announced_at) values (${italianDate(new Date())}, now())`)
  const csv = `username,amount,note\n${members.map(({ username }) => `${username},${GIFT / 100},prova\n`).join('')}`
  const imported = await server.call('POST', '/api/treasury/gifts/import', { token, body: { csv, dryRun: false } })
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
