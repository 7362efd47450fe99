// Kills server, database and chain repeatedly while members pay, order and deliver, and compares the totals afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { killChain } from '#test/faults/chain-kill.ts'
import { embeddedDatabase, type TestDatabase } from '#test/faults/killable-databases.ts'
import { BUYERS, expectedTotals, LISTING, person, SELLER, type Totals, tokenOf } from '#test/faults/orders-plan.ts'

const SERVER = join(import.meta.dirname, 'orders-server.fixture.ts')
const TRADES_PER_START = 2
const CALLS_PER_TRADE = 4
// About the duration of a call, so that kills fall anywhere within one.
const KILL_DELAY_MS = 80
const PAUSE_MS = 20
const MAX_STARTS = 5
// Covers creating the database, its migrations and the deployment of the token.
const FIRST_START_MS = 2_500
// In VAL: more than anybody pays in a day here, so that no payment asks for a password.
const PASSWORD_ABOVE = '100000'

const ADDRESS = { fullName: 'Rosa', address: 'Via Roma 1', city: 'Torino', postalCode: '10100', phone: '' }

export type Running = { server: ChildProcess; origin: string; counted: Promise<Totals> }
type Start = { dataDir: string; trades: number; env: Record<string, string> }

const spawnServer = ({ dataDir, trades, env }: Start): ChildProcess =>
  spawn(process.execPath, [SERVER, dataDir, String(trades)], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })

const listen = async (server: ChildProcess): Promise<Running | undefined> => {
  const listening = Promise.withResolvers<string | undefined>()
  const counted = Promise.withResolvers<Totals>()
  createInterface({ input: server.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const [word, rest = ''] = line.split(' ')
    if (word === 'ready') listening.resolve(rest)
    if (word === 'totals') counted.resolve(JSON.parse(rest))
  })
  server.on('exit', () => listening.resolve(undefined))
  const origin = await listening.promise
  return origin === undefined ? undefined : { server, origin, counted: counted.promise }
}

/** Starts the server, and again when a dependency dies meanwhile, as a service manager would. */
export const begin = async (start: Start): Promise<Running> => {
  for (let time = 0; time < MAX_STARTS; time++) {
    const running = await listen(spawnServer(start))
    if (running) return running
  }
  throw new Error(`the server did not start in ${MAX_STARTS} attempts`)
}

/** Counts calls; `after(n)` resolves when n more have started. */
const callCounter = () => {
  let started = 0
  let waiting: { at: number; resolve: () => void } | undefined
  return {
    count() {
      started++
      if (waiting && started >= waiting.at) waiting.resolve()
    },
    after: (calls: number): Promise<void> =>
      new Promise((resolve) => {
        waiting = { at: started + calls, resolve }
      }),
  }
}

/** Retries a call, over restarts of the server, until it has a final response. */
const makeRetryingCall = (origin: () => string, counter: ReturnType<typeof callCounter>, over: AbortSignal) => {
  return async (memberId: string, method: string, path: string, body: object, key?: string): Promise<unknown> => {
    const headers = {
      authorization: `Bearer ${tokenOf(memberId)}`,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    }
    while (!over.aborted) {
      try {
        counter.count()
        const answer = await fetch(origin() + path, { method, headers, body: JSON.stringify(body) })
        const said = await answer.json()
        const isPending = answer.ok && said.status === 'pending'
        // 409 on a step: an earlier attempt succeeded and its response was lost.
        if ((answer.ok && !isPending) || (answer.status === 409 && method === 'PUT')) return said
        if (!answer.ok && answer.status !== 503)
          throw new Refusal(`${method} ${path}: ${answer.status} ${said.message}`)
      } catch (error) {
        if (error instanceof Refusal) throw error
      }
      await sleep(PAUSE_MS)
    }
    throw over.reason
  }
}
class Refusal extends Error {}

const trade = (retryingCall: ReturnType<typeof makeRetryingCall>) => async (number: number) => {
  const buyer = person(number % BUYERS)
  const items = [{ product: LISTING, qty: 1 }]
  await retryingCall(
    buyer.memberId,
    'POST',
    '/api/payment',
    { account: buyer.account, item: items },
    `payment ${number}`,
  )
  const request = { orderItems: items, shippingAddress: ADDRESS }
  const placed = (await retryingCall(buyer.memberId, 'POST', '/api/orders', request, `order ${number}`)) as {
    order: { _id: string }
  }
  const path = `/api/orders/${placed.order._id}`
  await retryingCall(SELLER.memberId, 'PUT', `${path}/pay`, {})
  await retryingCall(buyer.memberId, 'PUT', `${path}/deliver`, {})
}

export const kill = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGKILL')
  await gone
}

const TARGETS = [
  ['server'],
  ['database'],
  ['chain'],
  ['server', 'database'],
  ['server', 'chain'],
  ['database', 'chain'],
]
type KillCounts = { server: number; database: number; chain: number; atFirstStart: number }
export type Outcome = { found: Totals; wanted: Totals; killCounts: KillCounts; kills: number }

type Plan = {
  kills: number
  /** How many of them happen during the first start. */
  firstKills?: number
  targets?: readonly string[][]
  database?: (dataDir: string) => TestDatabase | Promise<TestDatabase>
  smtpUrl?: string
}

/** Every buyer makes trades one after the other while processes are killed; the last process completes the work. */
export const killWhileTrading = async (plan: Plan): Promise<Outcome> => {
  const { kills, firstKills = 0, targets = TARGETS, database: openDatabase = embeddedDatabase, smtpUrl = '' } = plan
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'piazza-orders-')))
  const database = await openDatabase(dataDir)
  const trades = Math.max(1, kills - firstKills) * TRADES_PER_START * BUYERS
  const start: Start = {
    dataDir,
    trades,
    env: { ...database.env, SMTP_URL: smtpUrl, TRANSFER_PASSWORD_ABOVE: PASSWORD_ABOVE },
  }
  const over = new AbortController()
  const counter = callCounter()
  const killCounts: KillCounts = { server: 0, database: 0, chain: 0, atFirstStart: 0 }
  let killed = 0
  let origin = ''
  let running: Running | undefined
  try {
    for (; killed < firstKills; killed++) {
      const server = spawnServer(start)
      await Promise.race([listen(server), sleep(Math.random() * FIRST_START_MS)])
      if (killed % 3 === 2) await database.kill()
      if (killed % 3 === 1) killChain(dataDir)
      await kill(server)
      killCounts.atFirstStart++
    }
    running = await begin(start)
    origin = running.origin
    const makeTrade = trade(makeRetryingCall(() => origin, counter, over.signal))
    const traded = Promise.all(
      Array.from({ length: BUYERS }, async (_, buyer) => {
        for (let number = buyer; number < trades; number += BUYERS) await makeTrade(number)
      }),
    ).then(() => true)
    traded.catch(() => undefined)
    const share = (TRADES_PER_START * BUYERS * CALLS_PER_TRADE) / 2
    for (; killed < kills; killed++) {
      const killTime = counter
        .after(1 + Math.floor(Math.random() * share))
        .then(() => sleep(Math.random() * KILL_DELAY_MS, false))
      if (await Promise.race([traded, killTime])) break
      const killing = targets[Math.floor(Math.random() * targets.length)] ?? []
      if (killing.includes('chain')) killCounts.chain += killChain(dataDir)
      if (killing.includes('database') && (await database.kill())) killCounts.database++
      if (!killing.includes('server')) continue
      await kill(running.server)
      killCounts.server++
      running = await begin(start)
      origin = running.origin
    }
    await traded
    running.server.stdin?.end()
    const found = await running.counted
    await once(running.server, 'exit')
    return { found, wanted: expectedTotals(trades), killCounts, kills: killed }
  } finally {
    over.abort()
    if (running) await kill(running.server)
    killChain(dataDir)
    await database.end()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
