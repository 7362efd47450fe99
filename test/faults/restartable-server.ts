import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { onTestFinished } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { apiCaller, SECRET } from '#test/fixtures.ts'
import { makePopulation } from '#test/population.ts'
import { startProgram } from '#test/program.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')

/** A database and a data folder on which a server is started again and again. */
export const aRestartableServer = async () => {
  const db = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-restart-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const env = {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRET,
    WALLET_SECRET: SECRET,
    DEMO: '0',
    SMTP_URL: 'none',
    DRAIN_SECONDS: '0',
    PUBLIC_URL: 'https://piazza.example',
    RATE_LIMITS: 'off',
    ...databaseEnvironment(addressOf(db).database),
  }
  const start = async () => {
    const server = await startProgram([MAIN], env)
    onTestFinished(() => server.end())
    return { ...server, call: apiCaller(server.origin) }
  }
  const population = makePopulation(db)
  const keys = makeKeys(SECRET)
  const aMemberWithAccount = async () => {
    const member = await population.aMember()
    const key = generatePrivateKey()
    const account = privateKeyToAccount(key).address
    await db.execute(sql`
      update member set account = ${account}, account_key = ${keys.seal(member.id, key)} where id = ${member.id}`)
    return { ...member, account }
  }
  /** In hundredths, as the server has read it from the chain. */
  const balanceOf = async (account: string) =>
    (await db.first<{ balance: number }>(sql`select balance from token_balance where account = ${account}`))?.balance ??
    0
  return { db, start, aMemberWithAccount, balanceOf, admin: await population.aMember({ isAdmin: true }) }
}
