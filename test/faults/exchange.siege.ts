import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { KINDS } from '#domain/market/kinds.ts'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { concurrently, tally } from '#test/attacks/concurrently.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { deadlockedStatements } from '#test/deadlocks.ts'
import {
  expectedToHold,
  findDeadEnds,
  findGiftFaults,
  findMailsTo,
  findRequestFaults,
  findViolations,
  minted,
} from '#test/faults/exchange-invariants.ts'
import { emailOf, makePeople, type People } from '#test/faults/exchange-people.ts'
import { type Exchange, exchange } from '#test/faults/exchange-plan.ts'
import { playExchange } from '#test/faults/exchange-play.ts'
import {
  findUnproven,
  findUntrueGifts,
  findUntrueNotices,
  makeProofs,
  type Proofs,
} from '#test/faults/exchange-proofs.ts'
import { findRingFaults, playRing, ringPlay } from '#test/faults/exchange-rings.ts'
import { aKillableServer, LIMIT, SETTLE, type Server } from '#test/faults/exchange-server.ts'
import { passADay, putAside, settle } from '#test/faults/exchange-settling.ts'
import { walletPlay } from '#test/faults/exchange-wallet-plan.ts'
import { playWallet } from '#test/faults/exchange-wallet-play.ts'
import { BUYERS, START } from '#test/faults/orders-plan.ts'
import { connectDirectly } from '#test/faults/trade.ts'
import { makePopulation } from '#test/population.ts'
import { size } from '#test/siege.ts'

const BATCH = size(20, 100)
const AT_ONCE = size(5, 16)
const FAULTS_PER_BATCH = size(1, 3)
// Within the calls of a batch.
const LONGEST_BEFORE_FAULT_MS = 4_000
const GUEST_VAL = 100

type Parts = { db: Database; server: Server; people: People; proofs: Proofs }

const play = fc.oneof(
  { weight: 7, arbitrary: exchange.map((plan) => ({ of: 'listing' as const, plan })) },
  { weight: 3, arbitrary: walletPlay.map((plan) => ({ of: 'wallet' as const, plan })) },
  { weight: 1, arbitrary: ringPlay.map((plan) => ({ of: 'ring' as const, plan })) },
)

/** A listing with its initial stock in the column `brand`; asks again while a killed server still holds locks. */
const aListingOf = (db: Database, people: People, { firstPerson, section, stock, priceVal }: Exchange) =>
  vi.waitFor(
    () =>
      db.transaction(async (tx) => {
        const isThere = (id: string) =>
          tx.first(sql`select from member where id = ${id} and deleted_at is null for share`)
        const owner = people.at(firstPerson)
        const by = (await isThere(owner.memberId)) ? owner : people.at(0)
        const price = KINDS[section].price === 'free' ? 0 : priceVal
        const options = { by: { id: by.memberId }, section, stock, priceVal: price, brand: String(stock) }
        return makePopulation(tx as Database).aListing(options)
      }),
    SETTLE,
  )

const run = async (parts: Parts, { of, plan }: ReturnType<typeof drawn>[number]): Promise<number[]> => {
  if (of === 'wallet') return playWallet(parts, plan)
  if (of === 'ring') return playRing(parts, plan)
  const listing = await aListingOf(parts.db, parts.people, plan)
  return playExchange(parts, listing.id, plan)
}
const drawn = (numRuns: number, seed: number) => fc.sample(play, { numRuns, seed })

/** Asks again while the chain does not answer. */
const totals = (
  chain: Pick<Chain, 'balanceOf' | 'supply'>,
  people: People,
): Promise<{ supply: number; held: number }> => {
  const read = async () => {
    const balances = await Promise.all(people.everyone.map(({ account }) => chain.balanceOf(account)))
    return { supply: await chain.supply(), held: balances.reduce((sum, balance) => sum + balance, 0) }
  }
  return vi.waitFor(read, SETTLE)
}

/** Replaces guests who have left; the new ones get VAL from the treasury. */
const welcome = async ({ db, server, people }: Parts): Promise<void> => {
  const gift = (username: string) =>
    server.call(`welcome ${username}`, server.adminId, 'POST', '/api/treasury/gifts', {
      to: username,
      amount: GUEST_VAL,
    })
  await passADay(db)
  for (const { username } of await people.welcomeGuests())
    await expect.poll(() => gift(username), SETTLE).toBeOneOf([200, 202])
}

const disturb = async (server: Server, until: Promise<unknown>): Promise<string> => {
  await Promise.race([until, sleep(Math.random() * LONGEST_BEFORE_FAULT_MS)])
  const others = server.faults.filter((fault) => fault !== 'killed')
  const fault = Math.random() < 0.5 ? 'killed' : (others[Math.floor(Math.random() * others.length)] ?? 'killed')
  await server.fail(fault)
  return fault
}

/** Times of many rows at once, after a clock that was ahead; run again after a deadlock. */
const setsRight = (statements: string) => /set \w+ = now\(\) \+ \$1::interval/.test(statements)

const findFaults = async ({ db, server, people, proofs }: Parts) => {
  const left = await db.query<{ id: string }>(sql`select id from member where deleted_at is not null`)
  const emails = people.everyone.filter(({ memberId }) => left.some(({ id }) => id === memberId)).map(emailOf)
  return [
    ...(await findDeadEnds(db, server.adminId, server.see)),
    ...(await findViolations(db)),
    ...(await findGiftFaults(db)),
    ...(await findRequestFaults(db)),
    ...(await findRingFaults(db)),
    ...(await findUnproven(db, proofs, LIMIT)),
    ...(await findUntrueNotices(db)),
    ...(await findUntrueGifts(db)),
    ...(await findMailsTo(db, emails)),
    ...deadlockedStatements(db).filter((statements) => !setsRight(statements)),
  ]
}

test('random exchanges, transfers, gifts, rings and erasures with double clicks, faults and kill -9: every payment has an order or is returned, none above the limit is without proof, each is told once, no stock or VAL is lost or made, nobody is stuck', async ({
  annotate,
}) => {
  const seed = Number(process.env.SIEGE_SEED ?? size(1, Date.now() % 2 ** 31))
  const runs = Number(process.env.SIEGE_RUNS ?? size(BATCH, 10_000))
  // Statements wait for the locks of a server that was killed, and checks read everything that ever happened.
  const patience = { statementMs: SETTLE.timeout, connectMs: SETTLE.timeout }
  const db = connect(addressOf(await aDatabase()), { connections: 4, ...patience })
  onTestFinished(() => db.close())
  const server = await aKillableServer(db)
  const parts = { db, server, people: await makePeople(db), proofs: makeProofs() }
  const { people } = parts
  const chain = await connectDirectly(server.dataDir)
  await db.execute(sql`delete from listing`)
  const { supply } = await totals(chain, people)
  const statuses: number[] = []
  const faults: string[] = []
  for (let done = 0; done < runs; done += BATCH) {
    await welcome(parts)
    const plays = drawn(BATCH, seed + done)
    const played = concurrently(BATCH, AT_ONCE, async (index) => {
      const next = plays[index]
      return next ? run(parts, next) : []
    })
    for (let count = 0; count < FAULTS_PER_BATCH; count++) faults.push(await disturb(server, played))
    statuses.push(...(await played).flat())
    await settle(
      db,
      server,
      people.everyone.map(({ memberId }) => memberId),
    )
    // The tests’ database has no autovacuum: it would get slower with every row that was changed or deleted.
    await db.execute(sql`vacuum analyze`)
    expect(await findFaults(parts), `seed ${seed}, runs ${done} to ${done + BATCH}`).toEqual([])
    const expected = { supply: supply + (await minted(db)), held: await expectedToHold(db, BUYERS * START) }
    expect(await totals(chain, people)).toEqual(expected)
    await putAside(db)
    if (runs > BATCH) await annotate(`${done + BATCH} di ${runs} sequenze (seme ${seed})`, 'progress')
  }
  const counts = tally(statuses)
  expect(counts[200]).toBeGreaterThan(runs / 2)
  const made = await db.first<Record<string, number>>(sql`
    select count(*) as orders, count(agreed_at) as agreed, count(cancelled_at) as closed, count(delivered_at) as delivered,
      count(expired_at) as expired, count(settled_at) as settled,
      (select count(*) from payment) as payments, (select count(return_id) from payment) as returned,
      (select count(*) from member_transfer) as transfers, (select count(*) from treasury_gift where state = 'paid') as gifts,
      (select count(*) from treasury_gift where state = 'revoked') as revoked,
      (select count(*) from val_request where state = 'paid') as asked,
      (select count(agreed_at) from ring) as rings, (select count(*) from ring where state = 'done') as "ringsDone",
      (select count(*) from member where deleted_at is not null) as left from orders`)
  // A short run may be killed before a refund.
  const seen = size(made?.orders ?? 0, Math.min(...Object.values(made ?? {})))
  expect(seen, JSON.stringify(made)).toBeGreaterThan(0)
  await annotate(
    `${runs} sequenze (seme ${seed}), ${JSON.stringify(tally(faults))}; ${JSON.stringify(made)}; ${JSON.stringify(counts)}`,
  )
})
