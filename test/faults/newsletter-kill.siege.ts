import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { apiCaller, SECRET } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'
import { makePopulation } from '#test/population.ts'
import { startProgram } from '#test/program.ts'
import { size } from '#test/siege.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
const SUBSCRIBERS = size(600, 20_000)
const KILLS = size(3, 30)
// How many mails a server sends at a time.
const AT_ONCE = 4

test('a server killed again and again while it sends a newsletter writes to every subscriber once', async ({
  annotate,
}) => {
  const mails = await aMailServer()
  const db = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-newsletter-kill-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const env = {
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRET,
    WALLET_SECRET: SECRET,
    DEMO: '0',
    RATE_LIMITS: 'off',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Piazza <p@esempio.test>',
    ...databaseEnvironment(addressOf(db).database),
  }
  const { token } = await makePopulation(db).aMember({ isAdmin: true })
  await db.execute(sql`
    insert into newsletter_subscriber (name, email, email_key, confirm_hash, leave_code, verified_at)
    select 'Socia', 's' || n || '@esempio.test', 's' || n || '@esempio.test', '', 'leave-' || n, now()
    from generate_series(1, ${SUBSCRIBERS}::int) as n`)

  let server = await startProgram([MAIN], env)
  onTestFinished(() => server.end())
  const call = () => apiCaller(server.origin)
  const body = { subject: 'Notizie', text: 'Ciao', audience: 'subscribers' }
  const { _id: id } = (await call()('POST', '/api/newsletters', { token, body })).body as { _id: string }
  expect((await call()('POST', `/api/newsletters/${id}/send`, { token, body })).status).toBe(200)
  for (let kill = 1; kill <= KILLS; kill++) {
    const enough = (SUBSCRIBERS / (KILLS + 1)) * kill
    await expect.poll(() => mails.arrived.length, { timeout: 120_000, interval: 20 }).toBeGreaterThan(enough)
    await sleep(Math.random() * 300)
    await server.end('SIGKILL')
    server = await startProgram([MAIN], env)
  }
  const read = async () => (await call()('GET', `/api/newsletters/${id}`, { token })).body
  await expect.poll(read, { timeout: 240_000, interval: 500 }).toMatchObject({ state: 'sent' })
  expect(await read()).toMatchObject({ sent: SUBSCRIBERS, failed: 0 })

  const idsOf = Map.groupBy(mails.arrived, ({ to }) => to)
  expect(idsOf.size).toBe(SUBSCRIBERS)
  for (const [to, received] of idsOf) expect(new Set(received.map(({ messageId }) => messageId)).size, to).toBe(1)
  // Between the server's acceptance and its record a process can die; the mail is then sent again with the same Message-ID.
  const again = mails.arrived.length - SUBSCRIBERS
  expect(again).toBeLessThanOrEqual(KILLS * AT_ONCE)
  await annotate(`${SUBSCRIBERS} mail, ${KILLS} uccisioni, ${again} mail ripetute con lo stesso Message-ID`)
})
