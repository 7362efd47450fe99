import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/db/pool.ts'
import { raw } from '#server/platform/db/sql.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { SECRET } from '#test/fixtures.ts'
import { type Program, startProgram } from '#test/program.ts'
import { size } from '#test/siege.ts'
import { SETUP_MS } from '#test/template.ts'

// Version 0.1.0, before its tag. A release puts the tag of the version before here.
const PREVIOUS = '10ab1edb'
const ROOT = join(import.meta.dirname, '..', '..')
const ROUNDS = size(5, 50)
const ADMIN = { email: 'ada@esempio.test', password: 'una-password-lunga' }

const git = (...args: string[]) => spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' })
const hasPrevious = git('cat-file', '-e', `${PREVIOUS}^{commit}`).status === 0
if (!hasPrevious)
  process.stderr.write(
    `La versione di prima (${PREVIOUS}) non è in questa copia del repository: non si prova accanto a questa.\n`,
  )

const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-versions-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** The checkout of the previous version, built, with the packages of this one. */
const previousVersion = async (): Promise<string> => {
  const folder = await aFolder()
  execFileSync('sh', ['-c', `git -C '${ROOT}' archive ${PREVIOUS} | tar -x -C '${folder}'`])
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const build = `(await import('./scripts/build.mjs')).build()`
  execFileSync(process.execPath, ['--input-type=module', '-e', `await ${build}`], { cwd: folder, stdio: 'ignore' })
  return folder
}

const anEmptyDatabase = async (): Promise<string> => {
  const name = `piazza_${randomBytes(6).toString('hex')}`
  const admin = connect(inject('databaseAddress'), { connections: 1, statementMs: SETUP_MS })
  await admin.execute(raw(`create database ${name}`))
  onTestFinished(async () => {
    await admin.execute(raw(`drop database ${name} with (force)`))
    await admin.close()
  })
  return name
}

test.runIf(hasPrevious)(
  'in a rolling restart the previous version and this one work on the same database',
  async ({ annotate }) => {
    const database = databaseEnvironment(await anEmptyDatabase())
    const start = async (checkout: string): Promise<Program> => {
      const server = await startProgram([join(checkout, 'server', 'main.ts')], {
        ...database,
        NODE_ENV: 'test',
        DATA_DIR: await aFolder(),
        DEMO: '0',
        AUTH_SECRET: SECRET,
        WALLET_SECRET: SECRET,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        RATE_LIMITS: 'off',
        CHAIN_RPC_URL: 'http://127.0.0.1:1',
        TOKEN_ADDRESS: `0x${'11'.repeat(20)}`,
        TREASURY_KEY: `0x${'22'.repeat(32)}`,
        ...(process.getuid?.() === 0 && { RUN_AS: 'root' }),
      })
      onTestFinished(() => server.end())
      return server
    }
    const statuses = new Map<string, number>()
    const ask = async (server: Program, method: string, path: string, token = '', body?: object) => {
      const answer = await fetch(`${server.origin}${path}`, {
        method,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const kind = `${method} ${path.replace(/\/[0-9a-f-]{36}/, '/…')} ${answer.status}`
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
      return answer.json()
    }
    /** What members do most: sign in, list, publish, read, send messages about nothing that needs the chain. */
    const use = async (server: Program, token: string) => {
      const { product } = await ask(server, 'POST', '/api/products', token, {})
      await ask(server, 'GET', `/api/products/${product._id}`, token)
      await ask(server, 'GET', '/api/products')
      await ask(server, 'GET', '/api/orders/mine', token)
      await ask(server, 'GET', '/api/users/profile', token)
      await ask(server, 'GET', '/api/status', token)
      await ask(server, 'DELETE', `/api/products/${product._id}`, token)
    }
    const before = await start(await previousVersion())
    const { token } = await ask(before, 'POST', '/api/users/signin', '', ADMIN)
    await use(before, token)
    const expected = [...statuses.keys()].map((kind) => kind)
    const after = await start(ROOT)
    expect(after.written()).toContain('Database aggiornato: ')
    const { token: second } = await ask(after, 'POST', '/api/users/signin', '', ADMIN)
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all([before, after].flatMap((server) => [use(server, token), use(server, second)]))
    await before.end()
    await use(after, token)
    await annotate(`${[...statuses.values()].reduce((sum, count) => sum + count, 0)} richieste a due versioni insieme`)
    expect([...statuses.keys()].toSorted()).toEqual(expected.toSorted())
  },
)
