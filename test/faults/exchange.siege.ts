import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { OrderRole } from '#domain/exchange/orders.ts'
import { KINDS, showsPrice } from '#domain/market/kinds.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { concurrently, tally } from '#test/attacks/concurrently.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { killChain } from '#test/faults/chain-kill.ts'
import { findDeadEnds, findViolations } from '#test/faults/exchange-invariants.ts'
import { type Exchange, exchange } from '#test/faults/exchange-plan.ts'
import { begin, kill } from '#test/faults/orders-kill.ts'
import { BUYERS, person, START, tokenOf } from '#test/faults/orders-plan.ts'
import { connectDirectly } from '#test/faults/trade.ts'
import { apiCaller } from '#test/fixtures.ts'
import { SHIPPING_ADDRESS } from '#test/order-calls.ts'
import { makePopulation } from '#test/population.ts'
import { size } from '#test/siege.ts'

const BATCH = size(20, 100)
const AT_ONCE = size(5, 16)
const KILLS_PER_BATCH = size(1, 2)
// Within the calls of a batch.
const LONGEST_BEFORE_KILL_MS = 4_000
const PENDING = 202
const MAX_ASKS = 4
const SETTLE = { timeout: 120_000, interval: 200 }
const people = Array.from({ length: BUYERS + 1 }, (_, number) => person(number))
type Person = ReturnType<typeof person>
type Request = [memberId: string, method: string, path: string, body: object | undefined]
const DEADLINE = sql`interval '15 days'`

/** A server that can be killed and started again; calls wait until it runs, and a call that it did not answer is status 0. */
const aKillableServer = async (db: Database) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'piazza-exchange-'))
  const admin = await makePopulation(db).aMember({ isAdmin: true })
  const tokenFor = (memberId: string) => (memberId === admin.id ? admin.token : tokenOf(memberId))
  const start = { dataDir, trades: 0, env: { ...databaseEnvironment(addressOf(db).database), SMTP_URL: '' } }
  let running = begin(start)
  onTestFinished(async () => {
    await kill((await running).server)
    killChain(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  await running
  return {
    dataDir,
    adminId: admin.id,
    /** Asks again until the server answers. */
    async see(memberId: string, id: string): Promise<OrderView> {
      const read = async () =>
        (await apiCaller((await running).origin)('GET', `/api/orders/${id}`, { token: tokenFor(memberId) }))
          .body as OrderView
      return vi.waitFor(read, SETTLE)
    },
    async call(key: string | undefined, ...[memberId, method, path, body]: Request) {
      const { origin } = await running
      const token = tokenFor(memberId)
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
      const answer = await apiCaller(origin)(method, path, { token, headers, ...(body ? { body } : {}) }).catch(
        () => undefined,
      )
      if (answer && answer.status >= 500 && answer.status !== 503)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer?.status ?? 0
    },
    async killAndStart() {
      await kill((await running).server)
      running = begin(start)
      await running
    },
  }
}
type Server = Awaited<ReturnType<typeof aKillableServer>>

type Role = Exclude<OrderRole, 'admin' | 'reporter'>
type OrderRow = { id: string; val: number; euro: number } & Record<Role, string | null>

/** The orders of a listing with the member in each role. */
const ordersOf = (db: Database, adminId: string, listingId: string) =>
  db.query<OrderRow>(sql`
    select o.id, o.buyer_id as requester, o.seller_id as owner, o.payer_id as payer, o.payee_id as payee, o.giver_id as giver,
      case when o.giver_id = o.seller_id then o.buyer_id else o.seller_id end as receiver, ${adminId} as mediator,
      o.total_price_val / 100.0::float8 as val, o.total_price_euro / 100.0::float8 as euro
    from orders o where exists (select from order_item i where i.order_id = o.id and i.listing_id = ${listingId})
    order by o.number`)

/** The last payment of a cart with a listing. */
const paymentOf = (db: Database, listingId: string) =>
  db.first<{ id: string; payee: string }>(sql`
    select id, payee_id as payee from payment
    where items @> ${JSON.stringify([{ product: listingId }])} order by created_at desc limit 1`)

const personOf = ({ firstPerson }: Exchange, number: number): Person =>
  people[(firstPerson + number) % people.length] as Person

const partRequest = (
  how: 'block' | 'unblock' | 'suspend' | 'lift',
  adminId: string,
  memberId: string,
  otherId: string,
): Request => {
  if (how === 'block') return [memberId, 'PUT', `/api/blocks/${otherId}`, {}]
  if (how === 'unblock') return [memberId, 'DELETE', `/api/blocks/${otherId}`, undefined]
  const path = `/api/users/${memberId}/suspension`
  return how === 'suspend' ? [adminId, 'PUT', path, { reason: 'Prova' }] : [adminId, 'DELETE', path, undefined]
}

const cents = (amount: number): number => Math.round(amount * 100) / 100

const bodyOf = (
  path: string,
  { share, outcome }: Extract<Exchange['steps'][number], { does: 'step' }>,
  { val, euro }: OrderRow,
): object => {
  if (path === '/accept') return { val, euro }
  if (path === '/propose') return { val: cents(val * share), euro: cents(euro + share) }
  if (path === '/problem') return { text: 'Non è arrivato niente' }
  return path === '/settle' ? { outcome, reason: 'Deciso' } : {}
}

/** Makes the calls of an exchange; returns their statuses. */
const play = async (db: Database, { call, adminId }: Server, listingId: string, plan: Exchange) => {
  const items = [{ product: listingId, qty: 1 }]
  const expected = { val: showsPrice(plan.section) ? plan.priceVal / 100 : 0, euro: 0 }
  const requestOf = async (step: Exchange['steps'][number]): Promise<Request | undefined> => {
    const { memberId, account } = personOf(plan, step.by)
    if (step.does === 'pay') return [memberId, 'POST', '/api/payment', { account, item: items, expected }]
    if (step.does === 'order')
      return [memberId, 'POST', '/api/orders', { orderItems: items, shippingAddress: SHIPPING_ADDRESS, expected }]
    if (step.does === 'return') {
      const payment = await paymentOf(db, listingId)
      return payment && [step.by === 0 ? payment.payee : memberId, 'POST', `/api/payments/${payment.id}/return`, {}]
    }
    if (step.does === 'part') return partRequest(step.how, adminId, memberId, personOf(plan, step.by + 1).memberId)
    const orders = await ordersOf(db, adminId, listingId)
    const order = orders[step.which % Math.max(1, orders.length)]
    if (!order) return undefined
    if (step.does === 'deadline') {
      await db.execute(sql`update orders set turn_at = turn_at - ${DEADLINE} where id = ${order.id}`)
      await jobs.add(db, 'follow-up-requests', {})
      return undefined
    }
    const [method, path, role] = step.call
    const by = step.isForeign ? memberId : (order[role] ?? memberId)
    return [by, method, `/api/orders/${order.id}${path}`, method === 'DELETE' ? undefined : bodyOf(path, step, order)]
  }
  const statuses: number[] = []
  for (const step of plan.steps) {
    const request = await requestOf(step)
    if (!request) continue
    const key = step.key && `${listingId} ${step.key}`
    const send = async () => {
      const answered: number[] = []
      do answered.push(await call(key, ...request))
      while (plan.asksAgain && answered.at(-1) === PENDING && answered.length < MAX_ASKS)
      return answered
    }
    statuses.push(...(await Promise.all(Array.from({ length: step.times }, send))).flat())
  }
  return statuses
}

/** Waits until every transfer is final, lets 16 minutes pass for all payments, and runs the jobs that settle them. */
const settle = async (db: Database) => {
  const count = async (rows: Promise<unknown[]>) => (await rows).length
  const areFinal = () => count(db.query(sql`select from chain_transaction where state in ('intended', 'signed')`))
  await expect.poll(areFinal, SETTLE).toBe(0)
  await db.execute(sql`update payment set created_at = created_at - interval '16 minutes'`)
  await jobs.add(db, 'place-paid-orders', {})
  await jobs.add(db, 'settle-returns', {})
  await jobs.add(db, 'follow-up-requests', {})
  const waiting = () =>
    count(
      db.query(sql`
        select from graphile_worker.jobs
        where task_identifier in ('place-paid-orders', 'settle-returns', 'follow-up-requests', 'tell-waiting')
          and (run_at <= now() or last_error is not null)`),
    )
  await expect.poll(waiting, SETTLE).toBe(0)
}

/** So that later batches do not wait for mails that nobody takes, nor for matches of listings whose sellers are back. */
const putAside = async (db: Database) => {
  await db.execute(sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier in ('send-mail', 'match-alerts', 'find-rings') and locked_by is null`)
  await db.execute(sql`update listing set paused = true`)
}

/** Asks again while the chain does not answer. */
const totals = async (chain: Pick<Chain, 'balanceOf' | 'supply'>): Promise<{ supply: number; held: number }> => {
  const read = async () => {
    const balances = await Promise.all(people.map(({ account }) => chain.balanceOf(account)))
    return { supply: await chain.supply(), held: balances.reduce((sum, balance) => sum + balance, 0) }
  }
  return vi.waitFor(read, SETTLE)
}

test('random exchanges with double clicks, two buyers, deadlines, blocks, suspensions and kill -9: every payment has an order or is returned, no stock or VAL is lost or made, nobody is stuck', async ({
  annotate,
}) => {
  const seed = Number(process.env.SIEGE_SEED ?? size(1, Date.now() % 2 ** 31))
  const runs = size(BATCH, 2_000)
  const db = await aDatabase()
  const server = await aKillableServer(db)
  const chain = await connectDirectly(server.dataDir)
  const { aListing } = makePopulation(db)
  await db.execute(sql`delete from listing`)
  const { supply } = await totals(chain)
  const statuses: number[] = []
  let kills = 0
  for (let done = 0; done < runs; done += BATCH) {
    const drawn = fc.sample(exchange, { numRuns: BATCH, seed: seed + done })
    const played = concurrently(BATCH, AT_ONCE, async (index) => {
      const plan = drawn[index] as Exchange
      const { section, stock } = plan
      const options = { by: { id: personOf(plan, 0).memberId }, section, stock }
      const priceVal = KINDS[section].price === 'free' ? 0 : plan.priceVal
      // The column `brand` keeps the initial stock.
      // Asks again while a killed server still holds locks.
      const listing = await vi.waitFor(() => aListing({ ...options, priceVal, brand: String(stock) }), SETTLE)
      return play(db, server, listing.id, plan)
    })
    for (let count = 0; count < KILLS_PER_BATCH; count++) {
      await Promise.race([played, sleep(Math.random() * LONGEST_BEFORE_KILL_MS)])
      await server.killAndStart()
      kills++
    }
    statuses.push(...(await played).flat())
    for (const { memberId } of people)
      await server.call(undefined, server.adminId, 'DELETE', `/api/users/${memberId}/suspension`, undefined)
    await db.execute(sql`delete from member_block`)
    await settle(db)
    expect(await findDeadEnds(db, server.adminId, server.see), `seed ${seed}, runs ${done} to ${done + BATCH}`).toEqual(
      [],
    )
    expect(await findViolations(db), `seed ${seed}, runs ${done} to ${done + BATCH}`).toEqual([])
    expect(await totals(chain)).toEqual({ supply, held: BUYERS * START })
    await putAside(db)
  }
  const counts = tally(statuses)
  expect(counts[200]).toBeGreaterThan(runs)
  const made = await db.first<Record<string, number>>(sql`
    select count(*) as orders, count(agreed_at) as agreed, count(cancelled_at) as closed, count(delivered_at) as delivered,
      count(expired_at) as expired, count(settled_at) as settled,
      (select count(*) from payment) as payments, (select count(return_id) from payment) as returned from orders`)
  // A short run may be killed before a refund.
  const seen = size(made?.orders ?? 0, Math.min(...Object.values(made ?? {})))
  expect(seen, JSON.stringify(made)).toBeGreaterThan(0)
  await annotate(
    `${runs} sequenze (seme ${seed}), ${kills} kill -9, ${JSON.stringify(made)}; ${JSON.stringify(counts)}`,
  )
})
