import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/db/pool.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aChainNode } from '#test/faults/chain-node.ts'
import { aTrade, connectDirectly } from '#test/faults/trade.ts'
import { apiCaller, SECRET } from '#test/fixtures.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'
import { makePopulation } from '#test/population.ts'
import { type Program, startProgram } from '#test/program.ts'
import { size } from '#test/siege.ts'
import { SETUP_MS } from '#test/template.ts'

// Version 0.1.0, before its tag. A release puts the tag of the version before here.
const PREVIOUS = '10ab1edb'
const ROOT = join(import.meta.dirname, '..', '..')
const ROUNDS = size(5, 50)
const isSuccess = (status: number) => status >= 200 && status < 300
const ADMIN = { email: 'ada@esempio.test', password: 'una-password-lunga' }

const git = (...args: string[]) => spawnSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' })

const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-versions-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** The checkout of the previous version, built, with the packages of this one. */
const previousVersion = async (): Promise<string> => {
  if (git('cat-file', '-e', `${PREVIOUS}^{commit}`).status !== 0)
    throw new Error(`this copy of the repository lacks the previous version, ${PREVIOUS}: git fetch --unshallow`)
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

test('in a rolling restart the previous version and this one work on the same database', async ({ annotate }) => {
  const name = await anEmptyDatabase()
  const [database, node] = [databaseEnvironment(name), await aChainNode()]
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
      ...node.environment(),
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
  /** What members do most, without another member. */
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
  const db = connect({ ...inject('databaseAddress'), database: name }, { connections: 4 })
  onTestFinished(() => db.close())
  const people = makePopulation(db)
  const chain = await connectDirectly(await aFolder(), node.settings)
  // What one version begins, the other goes on with.
  for (const [first, then] of [
    [before, after],
    [after, before],
  ] as const) {
    const [one, two] = [apiCaller(first.origin), apiCaller(then.origin)]
    const { buyer, seller, pay } = await aTrade({ db, call: one, ...people }, chain)
    const answerOf = async (call: typeof one, by: { token: string }, method: string, path: string, body: object) => {
      const answer = await call(method, path, { token: by.token, body })
      expect([method, path, answer.status, answer.body]).toEqual([
        method,
        path,
        expect.toSatisfy(isSuccess),
        answer.body,
      ])
      return answer.body as { _id: string; order: { _id: string } }
    }
    await expect.poll(async () => (await pay('one payment')).status, { timeout: 60_000 }).toBe(200)
    const listing = await people.aListing({ by: seller })
    const { order } = await answerOf(one, buyer, 'POST', '/api/orders', {
      orderItems: [{ product: listing.id, qty: 1 }],
      shippingAddress: SHIPPING_ADDRESS,
    })
    const thread = await answerOf(one, buyer, 'POST', '/api/threads', { order: order._id })
    const seen = await two('GET', `/api/orders/${order._id}`, { token: seller.token })
    await answerOf(two, seller, 'POST', `/api/orders/${order._id}/accept`, (seen.body as { terms: object }).terms)
    await answerOf(two, seller, 'POST', `/api/threads/${thread._id}/messages`, { text: 'A sabato!' })
    await answerOf(one, buyer, 'POST', `/api/threads/${thread._id}/messages`, { text: 'A sabato.' })
  }
  await jobsDone(db, 'follow-chain', 'send-notices', 'tell-payment')
  expect(
    await db.query(sql`select task_identifier, last_error from graphile_worker.jobs where last_error is not null`),
  ).toEqual([])
  await before.end()
  await use(after, token)
  await annotate(`${[...statuses.values()].reduce((sum, count) => sum + count, 0)} richieste a due versioni insieme`)
  expect([...statuses.keys()].toSorted()).toEqual(expected.toSorted())
})
