// Kills server, database and chain again and again while members pay, order and hand over, and counts everything afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeTokens } from '#server/members/tokens.ts'
import { killChain } from '#test/faults/chain-kill.ts'
import { type Books, embeddedBooks } from '#test/faults/orders-databases.ts'
import { BUYERS, expectedShop, LISTING, person, SELLER, SHOP_SECRET, type Shop } from '#test/faults/orders-plan.ts'

const SHOP = join(import.meta.dirname, 'orders-shop.fixture.ts')
const DEALS_A_LIFE = 2
const CALLS_A_DEAL = 4
// About as long as a call takes: the blow falls anywhere in one.
const LAST_BREATH_MS = 80
const PAUSE_MS = 20
const STARTS_AT_MOST = 5
// Between them they cover the making of the database, its migrations, the deployment of the token.
const FIRST_START_MS = 2_500

const tokens = makeTokens(SHOP_SECRET, () => new Date())
const ADDRESS = { fullName: 'Rosa', address: 'Via Roma 1', city: 'Torino', postalCode: '10100', phone: '' }

type Life = { shop: ChildProcess; origin: string; counted: Promise<Shop> }
type Start = { dataDir: string; deals: number; env: Record<string, string>; hoursAhead?: number }

const spawnShop = ({ dataDir, deals, env, hoursAhead = 0 }: Start): ChildProcess =>
  spawn(process.execPath, [SHOP, dataDir, String(deals), String(hoursAhead)], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })

const listen = async (shop: ChildProcess): Promise<Life | undefined> => {
  const listening = Promise.withResolvers<string | undefined>()
  const counted = Promise.withResolvers<Shop>()
  createInterface({ input: shop.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    const [word, rest = ''] = line.split(' ')
    if (word === 'pronto') listening.resolve(rest)
    if (word === 'conti') counted.resolve(JSON.parse(rest))
  })
  shop.on('exit', () => listening.resolve(undefined))
  const origin = await listening.promise
  return origin === undefined ? undefined : { shop, origin, counted: counted.promise }
}

/** Starts the shop, again if something it needs dies meanwhile, as whoever looks after it would. */
const begin = async (start: Start): Promise<Life> => {
  for (let time = 0; time < STARTS_AT_MOST; time++) {
    const life = await listen(spawnShop(start))
    if (life) return life
  }
  throw new Error(`the shop did not open, ${STARTS_AT_MOST} times`)
}

/** Counts calls, and tells when so many more have begun. */
const aBell = () => {
  let count = 0
  let waiting: { at: number; ring: () => void } | undefined
  return {
    strike() {
      count++
      if (waiting && count >= waiting.at) waiting.ring()
    },
    after: (calls: number): Promise<void> =>
      new Promise((ring) => {
        waiting = { at: count + calls, ring }
      }),
  }
}

/** Asks until it is answered for good, as a patient member would, whichever life of the server answers. */
const makeInsist = (origin: () => string, bell: ReturnType<typeof aBell>, over: AbortSignal) => {
  return async (memberId: string, method: string, path: string, body: object, key?: string): Promise<unknown> => {
    const headers = {
      authorization: `Bearer ${tokens.issue({ memberId, epoch: 1 })}`,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    }
    while (!over.aborted) {
      try {
        bell.strike()
        const answer = await fetch(origin() + path, { method, headers, body: JSON.stringify(body) })
        const said = await answer.json()
        const isPending = answer.ok && said.status === 'pending'
        // 409 on a step: the answer to the first try was lost, the step was not.
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

const trade = (insist: ReturnType<typeof makeInsist>) => async (deal: number) => {
  const buyer = person(deal % BUYERS)
  const items = [{ product: LISTING, qty: 1 }]
  await insist(buyer.memberId, 'POST', '/api/payment', { account: buyer.account, item: items }, `payment ${deal}`)
  const request = { orderItems: items, shippingAddress: ADDRESS }
  const placed = (await insist(buyer.memberId, 'POST', '/api/orders', request, `order ${deal}`)) as {
    order: { _id: string }
  }
  const path = `/api/orders/${placed.order._id}`
  await insist(SELLER.memberId, 'PUT', `${path}/pay`, {})
  await insist(buyer.memberId, 'PUT', `${path}/deliver`, {})
}

const kill = async (shop: ChildProcess): Promise<void> => {
  if (shop.exitCode !== null || shop.signalCode !== null) return
  const gone = once(shop, 'exit')
  shop.kill('SIGKILL')
  await gone
}

const VICTIMS = [
  ['server'],
  ['database'],
  ['chain'],
  ['server', 'database'],
  ['server', 'chain'],
  ['database', 'chain'],
]
type Deaths = { server: number; database: number; chain: number; atFirstStart: number }
export type Outcome = { found: Shop; wanted: Shop; deaths: Deaths; kills: number }

type Plan = {
  kills: number
  /** How many of them fall into the very first start. */
  firstKills?: number
  victims?: readonly string[][]
  books?: (dataDir: string) => Books | Promise<Books>
  smtpUrl?: string
}

/** Every buyer deals, one deal after the other, while things are killed so many times; the last life finishes the work. */
export const killWhileTrading = async (plan: Plan): Promise<Outcome> => {
  const { kills, firstKills = 0, victims = VICTIMS, books: openBooks = embeddedBooks, smtpUrl = '' } = plan
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'piazza-orders-')))
  const books = await openBooks(dataDir)
  const deals = Math.max(1, kills - firstKills) * DEALS_A_LIFE * BUYERS
  const start: Start = { dataDir, deals, env: { ...books.env, SMTP_URL: smtpUrl } }
  const over = new AbortController()
  const bell = aBell()
  const deaths: Deaths = { server: 0, database: 0, chain: 0, atFirstStart: 0 }
  let killed = 0
  let origin = ''
  let life: Life | undefined
  try {
    for (; killed < firstKills; killed++) {
      const shop = spawnShop(start)
      await Promise.race([listen(shop), sleep(Math.random() * FIRST_START_MS)])
      if (killed % 3 === 2) await books.kill()
      if (killed % 3 === 1) killChain(dataDir)
      await kill(shop)
      deaths.atFirstStart++
    }
    life = await begin(start)
    origin = life.origin
    const deal = trade(makeInsist(() => origin, bell, over.signal))
    const traded = Promise.all(
      Array.from({ length: BUYERS }, async (_, buyer) => {
        for (let number = buyer; number < deals; number += BUYERS) await deal(number)
      }),
    ).then(() => true)
    traded.catch(() => undefined)
    const share = (DEALS_A_LIFE * BUYERS * CALLS_A_DEAL) / 2
    for (; killed < kills; killed++) {
      const blow = bell
        .after(1 + Math.floor(Math.random() * share))
        .then(() => sleep(Math.random() * LAST_BREATH_MS, false))
      if (await Promise.race([traded, blow])) break
      const struck = victims[Math.floor(Math.random() * victims.length)] ?? []
      if (struck.includes('chain')) deaths.chain += killChain(dataDir)
      if (struck.includes('database') && (await books.kill())) deaths.database++
      if (!struck.includes('server')) continue
      await kill(life.shop)
      deaths.server++
      life = await begin(start)
      origin = life.origin
    }
    await traded
    // What a dead life had in hand is taken up when its claim has run out: the last one begins after that.
    if (smtpUrl) {
      await kill(life.shop)
      life = await begin({ ...start, hoursAhead: 1 })
    }
    life.shop.stdin?.end()
    const found = await life.counted
    await once(life.shop, 'exit')
    return { found, wanted: expectedShop(deals), deaths, kills: killed }
  } finally {
    over.abort()
    if (life) await kill(life.shop)
    killChain(dataDir)
    await books.end()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
