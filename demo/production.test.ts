// @module-tag slow
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { removeDemo } from '#demo/remove.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { addressOf } from '#test/database.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

const MAIN = join(import.meta.dirname, '..', 'server', 'main.ts')
const SECRET = 'a secret that only tests know, and never leaves them'

/** Starts the server in production on a database, and waits until it exits. */
const startInProduction = async (db: Database) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-production-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { host, port, user, database } = addressOf(db)
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_URL: 'https://piazza.example',
    AUTH_SECRET: SECRET,
    WALLET_SECRET: SECRET,
    SMTP_URL: 'none',
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    // Without this a server that does start would open the embedded chain.
    CHAIN_RPC_URL: 'http://127.0.0.1:9',
    TOKEN_ADDRESS: `0x${'11'.repeat(20)}`,
    TREASURY_KEY: `0x${'22'.repeat(32)}`,
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const stopped = setTimeout(() => child.kill(), 90_000)
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  clearTimeout(stopped)
  return { code, err }
}

test('production does not start on a database with demo accounts, even with changed e-mail addresses', async () => {
  const piazza = await anOwnPiazza()
  const admin = await piazza.aMember({ isAdmin: true, password: 'prova-prova' })
  await piazza.db.execute(sql`update member set demo = true where id = ${admin.id}`)
  expect(await startInProduction(piazza.db)).toEqual({
    code: 78,
    err: expect.stringContaining('toglili con «npm run admin -- remove-demo»'),
  })
}, 120_000)

test('remove-demo removes the demo members with their data, and keeps orders with other members', async () => {
  const piazza = await anOwnPiazza()
  const [demo, other, real] = [
    await piazza.aMember({ password: 'prova-prova', isAdmin: true }),
    await piazza.aMember(),
    await piazza.aMember(),
  ]
  await piazza.db.execute(sql`update member set demo = true where id in (${demo.id}, ${other.id})`)
  const realListing = await piazza.aListing({ by: real })
  await piazza.aListing({ by: demo })
  await piazza.aReview(realListing, { by: demo, comment: 'Ottimo' })
  const [among, shared] = [await piazza.anOrder({}), await piazza.anOrder({})]
  await piazza.db.execute(sql`update orders set buyer_id = ${demo.id}, terms_by = ${demo.id}, seller_id = ${other.id},
    giver_id = ${other.id}, payer_id = ${demo.id}, payee_id = ${other.id} where id = ${among.order.id}`)
  await piazza.db.execute(sql`update orders set buyer_id = ${demo.id}, terms_by = ${demo.id}, seller_id = ${real.id},
    giver_id = ${real.id}, payer_id = ${demo.id}, payee_id = ${real.id} where id = ${shared.order.id}`)
  await piazza.db.execute(sql`
    insert into order_feedback (order_id, author_id, subject_id, rating, comment, created_at, shown_at)
    values (${shared.order.id}, ${demo.id}, ${real.id}, 5, 'Ottimo', now(), now())`)
  const asDemo = { token: demo.token }
  const signIn = { body: { email: demo.email, password: 'prova-prova' } }
  for (const { status } of [
    await piazza.call('POST', '/api/users/signin', signIn),
    await piazza.call('PUT', `/api/favourites/${realListing.id}`, asDemo),
    await piazza.call('POST', '/api/alerts', { ...asDemo, body: { query: { name: 'pane' } } }),
    await piazza.call('PUT', `/api/blocks/${real.id}`, asDemo),
  ])
    expect(status).toBe(200)
  await piazza.db.execute(
    sql`insert into notice (member_id, kind, text, link, created_at) values (${demo.id}, 'alert', 'Pane', '/', now())`,
  )

  expect(await removeDemo(piazza.db, new Date())).toBe(2)
  expect((await piazza.call('POST', '/api/users/signin', signIn)).status).toBe(401)
  expect((await piazza.call('GET', '/api/users', { token: demo.token })).status).toBe(401)
  const rows = async (query: ReturnType<typeof sql>) =>
    (await piazza.db.query<{ id: string }>(query)).map(({ id }) => id)
  expect(await rows(sql`select id from listing where seller_id in (${demo.id}, ${real.id})`)).toEqual([realListing.id])
  expect(await rows(sql`select id from review`)).toEqual([])
  expect(await rows(sql`select id from order_feedback`)).toEqual([])
  expect(await rows(sql`select id from orders where buyer_id = ${demo.id}`)).toEqual([shared.order.id])
  expect(await piazza.db.query(sql`select rating_count from member where id = ${real.id}`)).toEqual([
    { rating_count: 0 },
  ])
  for (const table of ['favourite', 'alert', 'notice', 'member_session'])
    expect(await piazza.db.query(sql`select from ${raw(table)} where member_id = ${demo.id}`), table).toEqual([])
  expect(await piazza.db.query(sql`select from member_block`)).toEqual([])
  expect(await removeDemo(piazza.db, new Date())).toBe(0)
})
