import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { runProgram } from '#test/program.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'main.ts')

const start = async (env: Record<string, string>) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return runProgram([MAIN], { NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: '0', ...env })
}

test('a database that does not answer is explained in one line, without its password', async () => {
  const { code, err } = await start({ DATABASE_URL: 'postgres://piazza:segreto@127.0.0.1:1/piazza' })
  expect(code).toBe(1)
  expect(err).toMatch(/^Il database 127\.0\.0\.1:1 non risponde[^\n]+\n$/)
  expect(err).not.toContain('segreto')
})

test('a port in use is explained in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const node = {
    CHAIN_RPC_URL: 'http://127.0.0.1:1',
    TOKEN_ADDRESS: `0x${'11'.repeat(20)}`,
    TREASURY_KEY: `0x${'22'.repeat(32)}`,
  }
  const { code, err } = await start({
    ...databaseEnvironment(addressOf(await aDatabase()).database),
    ...node,
    PORT: String(port),
  })
  expect(code).toBe(1)
  expect(err).toContain(`La porta ${port} è già usata da un altro programma`)
  expect(err).not.toMatch(/\n\s+at /)
})

test('a second server on the same data is refused in one line', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const running = await startEmbeddedDatabase(join(dataDir, 'database'), { durable: false })
  onTestFinished(running.stop)
  const { code, err } = await start({ DATA_DIR: dataDir, RUN_AS: 'root' })
  expect(code).toBe(1)
  expect(err).toMatch(/^(?:[^\n]*root[^\n]*\n)*La cartella \S+ è già aperta da un’altra Piazza: [^\n]+\n$/)
})

test('a data folder that cannot be written, and an unknown setting, are one line each', async () => {
  const { code, err } = await start({ DATA_DIR: '/dev/null/nowhere', SMPT_URL: 'smtp://mail.example' })
  expect(code).toBe(78)
  expect(err).toMatch(
    /^Attenzione: SMPT_URL [^\n]+SMTP_URL\?\nImpostazione DATA_DIR sbagliata: [^\n]+\/dev\/null\/nowhere[^\n]+\n$/,
  )
})
