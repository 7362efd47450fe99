import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { expect, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/data.ts'
import { openDatabaseFile } from '#server/association/backups/archive.ts'
import { beginCopy, replaceTables } from '#server/platform/db/copy.ts'
import { connect } from '#server/platform/db/pool.ts'
import { startEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { runProgram, startProgram } from '#test/program.ts'

// `0.1.0.tar.gz` is a backup of the demo data made by version 0.1.0, without pictures.
const FIXTURE = join(import.meta.dirname, '0.1.0.tar.gz')
const SERVER = join(import.meta.dirname, '..', '..', 'server')
const MIGRATIONS = join(SERVER, 'platform', 'db', 'migrations')
const RUN_AS: Record<string, string> = process.getuid?.() === 0 ? { RUN_AS: 'root' } : {}

const aFolder = async (name: string) => {
  const folder = await mkdtemp(join(tmpdir(), `piazza-${name}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A data folder as version 0.1.0 left it: the schema of its migrations with the rows and secrets of the fixture. */
const aFolderOfBefore = async (): Promise<string> => {
  const [dataDir, unpacked] = [await aFolder('upgraded'), await aFolder('fixture')]
  execFileSync('tar', ['-xzf', FIXTURE, '-C', unpacked])
  await cp(join(unpacked, 'secrets'), join(dataDir, 'secrets'), { recursive: true })
  const file = await openDatabaseFile(unpacked)
  const { address, stop } = await startEmbeddedDatabase(join(dataDir, 'database'), { durable: false })
  const db = connect(address, { connections: 2 })
  const client = await db.openClient()
  await client.query(
    'create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  const checksums = new Map(
    readFileSync(join(SERVER, 'platform', 'db', 'released-migrations.txt'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  )
  for (const name of file.schema.split('\n').map((line) => line.split(' ')[0] ?? '')) {
    await client.query(await readFile(join(MIGRATIONS, name), 'utf8'))
    await client.query('insert into schema_migration values ($1, $2)', [name, checksums.get(name)])
  }
  await runMigrations({ pgPool: db.pool })
  await beginCopy(client)
  await replaceTables(client, file.batches, async () => file.readTail().sequences)
  await client.query('commit')
  await client.end()
  await db.close()
  await stop()
  return dataDir
}

test('a data folder of version 0.1.0 opens: its migrations are told, its members sign in, and every VAL is there', {
  tags: 'slow',
  timeout: 180_000,
}, async () => {
  const dataDir = await aFolderOfBefore()
  const env = { NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: '0', ...RUN_AS }
  const server = await startProgram([join(SERVER, 'main.ts')], env)
  onTestFinished(() => server.end())
  expect(server.written()).toMatch(/^Database aggiornato: 0\d\d_\w+\.sql$/m)
  expect(server.written()).not.toContain('Database aggiornato: 001_')
  const ask = async (path: string, body?: object, token = '') => {
    const answer = await fetch(`${server.origin}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const signedIn = await ask('/api/users/signin', { email: 'admin@esempio.test', password: DEMO_PASSWORD })
  expect(signedIn.status).toBe(200)
  expect((await ask('/api/products')).body.products.length).toBeGreaterThan(5)
  const { token } = signedIn.body
  expect((await ask('/api/orders/mine', undefined, token)).status).toBe(200)
  const wallet = () => ask('/api/wallet', undefined, token)
  await expect.poll(async () => (await wallet()).status, { timeout: 50_000 }).toBe(200)
  const holders = await runProgram([join(SERVER, 'admin.ts'), 'holders'], env)
  expect(holders).toMatchObject({
    code: 0,
    out: expect.stringContaining('27 portafogli, 8.000.000,00 VAL in tutto.'),
  })
  await server.end()

  const copy = join(await aFolder('copies'), 'piazza.tar.gz')
  const admin = (args: string[], more = {}) => runProgram([join(SERVER, 'admin.ts'), ...args], { ...env, ...more })
  expect(await admin(['backup', copy])).toMatchObject({ code: 0, err: '' })
  expect(await admin(['backup', '--verify', copy])).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /persone iscritte 27[\s\S]+27 portafogli, con i saldi del database[\s\S]+La copia è buona/,
    ),
  })
  expect(await admin(['backup', '--verify', copy], { WALLET_SECRET: 'another secret'.padEnd(32, '.') })).toMatchObject({
    code: 1,
    err: expect.stringContaining('WALLET_SECRET sbagliata'),
  })
})
