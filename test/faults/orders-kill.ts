// Kills the server again and again while members pay, order and hand over, and counts everything afterwards:
//   node test/faults/orders-kill.ts --kills 30
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeTokens } from '#server/members/tokens.ts'
import { endDatabase, killChain } from '#test/faults/chain-kill.ts'
import { BUYERS, expectedShop, LISTING, person, SELLER, SHOP_SECRET, type Shop } from '#test/faults/orders-plan.ts'

const SHOP = join(import.meta.dirname, 'orders-shop.fixture.ts')
const DEALS_A_LIFE = 2
const CALLS_A_DEAL = 4
// About as long as a call takes: the blow falls anywhere in one.
const LAST_BREATH_MS = 80
const PAUSE_MS = 20

const tokens = makeTokens(SHOP_SECRET, () => new Date())
const ADDRESS = { fullName: 'Rosa', address: 'Via Roma 1', city: 'Torino', postalCode: '10100', phone: '' }

type Life = { shop: ChildProcess; origin: string; counted: Promise<Shop> }

const begin = async (dataDir: string, deals: number): Promise<Life> => {
  const shop = spawn(process.execPath, [SHOP, dataDir, String(deals)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const listening = Promise.withResolvers<string>()
  const counted = Promise.withResolvers<Shop>()
  createInterface({ input: shop.stdout }).on('line', (line) => {
    const [word, rest = ''] = line.split(' ')
    if (word === 'pronto') listening.resolve(rest)
    if (word === 'conti') counted.resolve(JSON.parse(rest))
  })
  shop.on('exit', () => listening.reject(new Error('the shop did not open')))
  return { shop, origin: await listening.promise, counted: counted.promise }
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
  const gone = once(shop, 'exit')
  shop.kill('SIGKILL')
  await gone
}

/** Every buyer deals, one deal after the other, while the server is killed so many times; the last life finishes the work. */
export const killWhileTrading = async (kills: number): Promise<{ found: Shop; wanted: Shop; died: number }> => {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'piazza-orders-')))
  const deals = kills * DEALS_A_LIFE * BUYERS
  const buyers = Array.from({ length: BUYERS }, (_, buyer) => buyer)
  const over = new AbortController()
  const bell = aBell()
  let origin = ''
  let died = 0
  try {
    let life = await begin(dataDir, deals)
    origin = life.origin
    const deal = trade(makeInsist(() => origin, bell, over.signal))
    const traded = Promise.all(
      buyers.map(async (buyer) => {
        for (let number = buyer; number < deals; number += BUYERS) await deal(number)
      }),
    ).then(() => true)
    traded.catch(() => undefined)
    const share = (DEALS_A_LIFE * BUYERS * CALLS_A_DEAL) / 2
    for (; died < kills; died++) {
      const blow = bell
        .after(1 + Math.floor(Math.random() * share))
        .then(() => sleep(Math.random() * LAST_BREATH_MS, false))
      if (await Promise.race([traded, blow])) break
      await kill(life.shop)
      life = await begin(dataDir, deals)
      origin = life.origin
    }
    await traded
    life.shop.stdin?.end()
    const found = await life.counted
    await once(life.shop, 'exit')
    return { found, wanted: expectedShop(deals), died }
  } finally {
    over.abort()
    killChain(dataDir)
    await endDatabase(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { kills: { type: 'string', default: '30' } } })
  const { found, wanted, died } = await killWhileTrading(Number(values.kills))
  const isRight = JSON.stringify(found) === JSON.stringify(wanted)
  process.stdout.write(
    `${wanted.orders} scambi, ${died} uccisioni: ${isRight ? 'tutto una volta sola' : `SBAGLIATO ${JSON.stringify({ found, wanted })}`}\n`,
  )
  process.exitCode = isRight ? 0 : 1
}
