import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { apiCaller, SECRET } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'
import { startProgram } from '#test/program.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
// The claim of the killed server expires after a minute.
const CLAIM_TIMEOUT_MS = 240_000

test('a server killed while it sends a mail sends it after the restart, once its claim has expired, with the same Message-ID', async ({
  annotate,
}) => {
  let isHolding = true
  const seen: string[] = []
  const reached = Promise.withResolvers<void>()
  const mails = await aMailServer({
    afterData: async ({ messageId }) => {
      seen.push(messageId)
      if (!isHolding) return undefined
      reached.resolve()
      return new Promise(() => undefined)
    },
  })
  const db = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-mail-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const env = {
    DATA_DIR: dataDir,
    AUTH_SECRET: SECRET,
    WALLET_SECRET: SECRET,
    DEMO: '0',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Piazza <p@esempio.test>',
    ...databaseEnvironment(addressOf(db).database),
  }
  const first = await startProgram([MAIN], env)
  onTestFinished(() => first.end('SIGKILL'))
  const body = { name: 'Rosa', email: 'rosa@esempio.test' }
  expect((await apiCaller(first.origin)('POST', '/api/users/newsletter', { body })).status).toBe(200)
  await reached.promise
  const killedAt = Date.now()
  await first.end('SIGKILL')
  isHolding = false
  const second = await startProgram([MAIN], env)
  onTestFinished(() => second.end())
  await expect.poll(() => mails.arrived.length, { timeout: CLAIM_TIMEOUT_MS }).toBe(1)
  expect(seen).toHaveLength(2)
  expect(new Set(seen).size).toBe(1)
  await annotate(`dopo ${Math.round((Date.now() - killedAt) / 1000)} s`)
})
