import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { residentMegabytes } from '#bench/process.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { tally } from '#test/attacks/concurrently.ts'
import { aServerProcess, METRICS_TOKEN, type ServerProcess } from '#test/attacks/server-process.ts'
import { PIN } from '#test/desk-calls.ts'
import { ACTIONS, PASSWORD, PRICE } from '#test/faults/soak-actions.ts'
import { type Fixture, Interrupted, type Person, STORED } from '#test/faults/soak-calls.ts'
import { connectDirectly } from '#test/faults/trade.ts'
import { SECRET } from '#test/fixtures.ts'
import { aMailServer } from '#test/mail-server.ts'
import { aSubscriber } from '#test/newsletter-calls.ts'
import { size } from '#test/siege.ts'

const MINUTE_MS = 60_000
/** The short run ends when everything has been done once. */
const MAX_ROUNDS = size(1, Number.POSITIVE_INFINITY)
const DURATION_MS = size(Number.POSITIVE_INFINITY, 120 * MINUTE_MS)
const ACTIONS_PER_SECOND = 2
const MEASURE_EVERY_MS = 10_000
const REPORT_EVERY_MS = 2 * MINUTE_MS
/** No other action begins while this many are running. */
const MAX_AT_ONCE = 8
const SETTLE = { timeout: 15 * MINUTE_MS, interval: 500 }
const PEOPLE = 8
const BALANCE = 100_00
/**
 * How much more memory than in the second quarter the last may use. All of it may grow more than what the program holds in
 * its heap: in the first hours Node compiles more and more functions, and a busy machine collects garbage later.
 */
const MAX_GROWTH = { rss: 1.15, heap: 1.05 }
const MEGABYTE = 1024 * 1024

type Sample = { rss: number; heap: number }

const measure = async ({ call, pid }: ServerProcess): Promise<Sample> => {
  const { text } = await call('GET', '/metrics', { token: METRICS_TOKEN })
  const heapSpace = (name: string) =>
    Number(new RegExp(`^nodejs_heap_space_size_used_bytes\\{space="${name}"\\} (\\S+)`, 'm').exec(text)?.[1])
  return {
    rss: residentMegabytes(pid),
    heap: (heapSpace('old') + heapSpace('large_object')) / MEGABYTE,
  }
}

/** Creations that a busy server answered with 503 leave drafts behind, and a member may have twenty. */
const deleteOldDrafts = ({ db }: ServerProcess) =>
  db.execute(sql`delete from listing where draft and created_at < now() - interval '10 minutes'`)

const percentile = (values: number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0

/** The heap, without compiled code, has its least right after a collection. */
const memoryOf = (samples: Sample[]) => ({
  rss: percentile(
    samples.map(({ rss }) => rss),
    0.5,
  ),
  heap: percentile(
    samples.map(({ heap }) => heap),
    0.1,
  ),
})

const quarter = <T>(samples: T[], number: number): T[] =>
  samples.slice(Math.floor((samples.length * (number - 1)) / 4), Math.floor((samples.length * number) / 4))

const aFixture = async (piazza: ServerProcess, chain: Chain): Promise<Fixture> => {
  const { db, aMember, aListing, call } = piazza
  const parts = { db, chain, secret: SECRET, now: () => new Date(), log: () => undefined }
  const { service } = makeWallet(parts)
  const aPerson = async (): Promise<Person> => {
    const member = await aMember({ hasAd: true, password: PASSWORD })
    const { account, sealedKey } = service.make(member.id)
    await db.execute(sql`
      update member set account = ${account}, account_key = ${sealedKey}, created_at = now() - interval '30 days'
      where id = ${member.id}`)
    await service.welcome(db, member.id, account, BALANCE)
    return { ...member, account }
  }
  const people: Person[] = []
  for (let number = 0; number < PEOPLE; number++) people.push(await aPerson())
  const listings: Fixture['listings'] = []
  for (const seller of people) {
    const { id } = await aListing({ by: seller, stock: 100_000, priceVal: PRICE })
    listings.push({ id, seller })
  }
  const [desk, admin] = [await aMember({ role: 'desk' }), await aMember({ isAdmin: true })]
  const person = { username: 'NONNA RINA', name: 'Rina', surname: 'Bo', pin: PIN }
  const { body } = await call('POST', '/api/desk/members', { token: desk.token, body: person })
  for (let number = 0; number < 3; number++) await aSubscriber(piazza)
  return {
    piazza,
    people,
    listings,
    admin,
    desk,
    card: (body as { card: string }).card,
    pin: PIN,
    circle: [await aPerson(), await aPerson()],
    statuses: [],
    stored: Object.fromEntries(STORED.map((name) => [name, []])) as unknown as Fixture['stored'],
  }
}

/** Counts of what was acknowledged and is in the database. */
const foundOf = async ({ piazza: { db }, stored }: Fixture): Promise<Record<string, number>> => {
  const count = async (rows: Promise<unknown[]>) => (await rows).length
  const reviews = stored.review.map((pair) => pair.split(' ')[0])
  const reviewers = stored.review.map((pair) => pair.split(' ')[1])
  return {
    orders: await count(db.query(sql`select from orders where id = any(${stored.orders}::uuid[])`)),
    delivered: await count(
      db.query(sql`select from orders where id = any(${stored.delivered}::uuid[]) and delivered_at is not null`),
    ),
    message: await count(db.query(sql`select from message where id = any(${stored.message}::uuid[])`)),
    report: await count(db.query(sql`select from report where id = any(${stored.report}::uuid[])`)),
    review: await count(
      db.query(sql`
        select from review r join unnest(${reviews}::uuid[], ${reviewers}::uuid[]) as w (listing_id, member_id)
          using (listing_id, member_id)`),
    ),
    newsletter: await count(
      db.query(sql`select from newsletter where id = any(${stored.newsletter}::uuid[]) and state = 'sent'`),
    ),
    val_request: await count(db.query(sql`select from val_request where id = any(${stored.val_request}::uuid[])`)),
    member: await count(db.query(sql`select from member where username = any(${stored.member}::text[])`)),
    ring: await count(db.query(sql`select from ring where id = any(${stored.ring}::uuid[]) and state = 'agreed'`)),
    member_transfer: await count(
      db.query(sql`select from member_transfer where id = any(${stored.member_transfer}::uuid[])`),
    ),
    listing: await count(db.query(sql`select from listing where id = any(${stored.listing}::uuid[])`)),
    alert: await count(db.query(sql`select from alert where id = any(${stored.alert}::uuid[])`)),
    upload: await count(db.query(sql`select from upload where url = any(${stored.upload}::text[])`)),
    newsletter_subscriber: await count(
      db.query(sql`select from newsletter_subscriber where email = any(${stored.newsletter_subscriber}::text[])`),
    ),
  }
}

test('hours of everything that people do: no error, nothing acknowledged is lost, no VAL is lost or made, memory stays flat', async ({
  annotate,
}) => {
  const mails = await aMailServer()
  const piazza = await aServerProcess({
    NODE_ENV: 'development',
    RATE_LIMITS: 'off',
    PUBLIC_URL: '',
    TRUSTED_PROXIES: 'loopback',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Piazza <p@esempio.test>',
    WELCOME_VAL: '0',
  })
  const chain = await connectDirectly(piazza.dataDir)
  const fixture = await aFixture(piazza, chain)
  const accounts = [...fixture.people, ...fixture.circle].map(({ account }) => account)
  const readTotals = async () => {
    const balances = await Promise.all(accounts.map((account) => chain.balanceOf(account)))
    return { supply: await chain.supply(), held: balances.reduce((sum, balance) => sum + balance, 0) }
  }
  /** Asks again while the chain does not answer. */
  const totals = () => vi.waitFor(readTotals, SETTLE)
  await expect.poll(async () => (await totals()).held, SETTLE).toBe(accounts.length * BALANCE)
  const { supply } = await totals()

  const samples: Sample[] = []
  const failures: string[] = []
  const done: Record<string, number> = {}
  let interrupted = 0
  const start = performance.now()
  const elapsed = () => performance.now() - start
  const figures = () => {
    const { rss, heap } = memoryOf(samples.slice(-REPORT_EVERY_MS / MEASURE_EVERY_MS))
    const actions = Object.values(done).reduce((sum, count) => sum + count, 0)
    return (
      `${(elapsed() / MINUTE_MS).toFixed(1)} min: ${actions} azioni, ` +
      `risposte ${JSON.stringify(tally(fixture.statuses))}, ` +
      `${interrupted} interrotte da 503, ${failures.length} fallite, ${mails.arrived.length} mail, ` +
      `RSS ${rss.toFixed(0)} MB, heap ${heap.toFixed(1)} MB`
    )
  }
  const measuring = setInterval(() => {
    measure(piazza).then(
      (sample) => samples.push(sample),
      () => undefined,
    )
  }, MEASURE_EVERY_MS)
  const reporting = setInterval(() => {
    const problem = failures.length > 0 ? `; l’ultima fallita: ${failures.at(-1)}` : ''
    annotate(figures() + problem, 'progress').catch(() => undefined)
    deleteOldDrafts(piazza).catch(() => undefined)
  }, REPORT_EVERY_MS)
  onTestFinished(() => {
    clearInterval(measuring)
    clearInterval(reporting)
  })
  const running = new Set<Promise<void>>()
  const names = Object.keys(ACTIONS)
  const run = async (name: string, round: number) => {
    try {
      await ACTIONS[name]?.(fixture, round)
      done[name] = (done[name] ?? 0) + 1
    } catch (error) {
      if (error instanceof Interrupted) interrupted++
      else failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  for (let round = 0; round < MAX_ROUNDS && elapsed() < DURATION_MS; round++)
    for (const name of names) {
      await sleep(1000 / ACTIONS_PER_SECOND)
      if (running.size >= MAX_AT_ONCE) await Promise.race(running)
      const action = run(name, round).finally(() => running.delete(action))
      running.add(action)
    }
  await Promise.all(running)

  const unsent = async () => (await piazza.db.query(sql`select from mail where sent_at is null`)).length
  await expect.poll(unsent, SETTLE).toBe(0)
  const unsettled = () => piazza.db.query(sql`select from chain_transaction where state in ('intended', 'signed')`)
  await expect.poll(async () => (await unsettled()).length, SETTLE).toBe(0)
  await expect.poll(async () => (await foundOf(fixture)).newsletter, SETTLE).toBe(fixture.stored.newsletter.length)

  await annotate(`${figures()}; ${JSON.stringify(done)}`)
  expect(failures).toEqual([])
  expect(names.filter((name) => !done[name]).length).toBeLessThanOrEqual(interrupted)
  // 503 is the answer of a busy machine.
  expect(fixture.statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
  const acknowledged = Object.fromEntries(Object.entries(fixture.stored).map(([name, ids]) => [name, ids.length]))
  expect(await foundOf(fixture)).toEqual(acknowledged)
  expect(await totals()).toEqual({ supply, held: accounts.length * BALANCE })
  // In a short run the server is still filling its caches.
  if (size(0, 1) === 0) return
  const [second, last] = [memoryOf(quarter(samples, 2)), memoryOf(quarter(samples, 4))]
  await annotate(`memoria nel secondo quarto ${JSON.stringify(second)}, nell’ultimo ${JSON.stringify(last)} (MB)`)
  expect(last.rss).toBeLessThan(MAX_GROWTH.rss * second.rss)
  expect(last.heap).toBeLessThan(MAX_GROWTH.heap * second.heap)
})
