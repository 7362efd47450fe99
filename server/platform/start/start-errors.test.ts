import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/db/open.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { explainDatabaseError, StartFailure } from '#server/platform/start/start-errors.ts'
import { SettingError } from '#server/settings.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { runProgram } from '#test/program.ts'
import { aTlsProxy, hasOpenssl } from '#test/tls-database.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'main.ts')

/** What a PostgreSQL server sends when it refuses a connection. */
const refusal = (code: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** A server that answers each connection in one way; returns its port. */
const aServer = async (answer: (socket: Socket) => void): Promise<number> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as { port: number }).port
}

const opening = async (databaseUrl: string): Promise<Error> =>
  openDatabase({ databaseUrl, dataDir: '/nowhere' }).then(
    () => expect.unreachable('the database was opened'),
    (error) => explainDatabaseError(error, { databaseUrl }) as Error,
  )

const start = async (env: Record<string, string>) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return runProgram([MAIN], { NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: '0', ...env })
}

test('a database that does not answer is explained in one line, without its password', { tags: 'slow' }, async () => {
  const { code, err } = await start({ DATABASE_URL: 'postgres://piazza:segreto@127.0.0.1:1/piazza' })
  expect(code).toBe(1)
  expect(err).toMatch(/^Il database 127\.0\.0\.1:1 non risponde[^\n]+\n$/)
  expect(err).not.toContain('segreto')
})

test.each([
  ['hangs', () => undefined, 'non risponde (timeout expired)'],
  ['closes', (socket: Socket) => socket.end(), 'non risponde (Connection terminated unexpectedly)'],
  ['resets', (socket: Socket) => socket.resetAndDestroy(), 'non risponde (ECONNRESET)'],
  [
    'starts',
    (socket: Socket) => socket.end(refusal('57P03', 'the database system is starting up')),
    'ora non accetta collegamenti (the database system is starting up)',
  ],
  [
    'is full',
    (socket: Socket) => socket.end(refusal('53300', 'sorry, too many clients already')),
    'ora non accetta collegamenti (sorry, too many clients already)',
  ],
])(
  'a database that %s at the start is one line, after which the service manager tries again',
  async (_how, answer, said) => {
    const error = await opening(`postgres://piazza:segreto@127.0.0.1:${await aServer(answer)}/piazza`)
    expect(error).toBeInstanceOf(StartFailure)
    expect(error.message).toContain(said)
    expect(error.message).not.toMatch(/segreto|\n/)
  },
)

test('a database without the wanted encryption, or a missing certificate file, is a wrong setting', {
  tags: 'slow',
}, async () => {
  const port = await aServer((socket) => socket.write('N'))
  const url = `postgres://piazza:segreto@127.0.0.1:${port}/piazza`
  const errors = [
    await opening(`${url}?sslmode=require`),
    await opening(`${url}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`),
  ]
  for (const error of errors) expect(error).toBeInstanceOf(SettingError)
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Il collegamento cifrato con il database \S+ non riesce [^\n]+$/),
    expect.stringMatching(/^Impostazione DATABASE_URL sbagliata: il file \/nowhere\/ca.pem [^\n]+$/),
  ])
})

test.runIf(hasOpenssl)('a database whose certificate is not trusted is a wrong setting', { tags: 'slow' }, async () => {
  const { port } = await aTlsProxy('tls')
  const error = await opening(`postgres://piazza@127.0.0.1:${port}/piazza?sslmode=verify-full`)
  expect(error).toBeInstanceOf(SettingError)
  expect(error.message).toContain('certificate')
})

test('a port in use is explained in one line', { tags: 'slow' }, async () => {
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

test('a second server on the same data is refused in one line', { tags: 'slow' }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-start-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const running = await startEmbeddedDatabase(join(dataDir, 'database'), { durable: false })
  onTestFinished(running.stop)
  const { code, err } = await start({ DATA_DIR: dataDir, RUN_AS: 'root' })
  expect(code).toBe(1)
  expect(err).toMatch(/^(?:[^\n]*root[^\n]*\n)*La cartella \S+ è già aperta da un’altra Piazza: [^\n]+\n$/)
})

test('a data folder that cannot be written, and an unknown setting, are one line each', { tags: 'slow' }, async () => {
  const { code, err } = await start({ DATA_DIR: '/dev/null/nowhere', SMPT_URL: 'smtp://mail.example' })
  expect(code).toBe(78)
  expect(err).toMatch(
    /^Attenzione: SMPT_URL [^\n]+SMTP_URL\?\nImpostazione DATA_DIR sbagliata: [^\n]+\/dev\/null\/nowhere[^\n]+\n$/,
  )
})
