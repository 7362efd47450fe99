import { expect, test, vi } from 'vitest'
import type { NoticePage } from '#domain/talk/notices.schema.ts'
import type { RoundPage } from '#domain/val/currency.schema.ts'
import type { Statement, WalletView } from '#domain/val/wallet.schema.ts'
import { makeMembersStore } from '#server/accounts/members/store.ts'
import { makeAudit } from '#server/association/audit/service.ts'
import { makeAuditStore } from '#server/association/audit/store.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { Reverted } from '#server/val/chain/errors.ts'
import { makeRoundCalling } from '#server/val/currency/calling.ts'
import { makeRounds } from '#server/val/currency/rounds.ts'
import { makeCurrencyStore } from '#server/val/currency/store.ts'
import { makeRoundTelling } from '#server/val/currency/telling.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { aChain, fillHolderList } from '#test/chain.ts'
import { aDatabase } from '#test/database.ts'
import { aPiazza, SECRET } from '#test/fixtures.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

const DATE = '2026-12-01'
// A slow chain may still be processing the holders, and does not respond in time.
const WHEN_BUSY = { timeout: 60_000, interval: 500 }

/** A Piazza with a chain and a clock, and the job that calls rounds, which any number of instances can run. */
const aPiazzaWithRounds = async () => {
  let now = new Date('2026-11-10T12:00:00Z')
  const clock = () => now
  const piazza = await aPiazzaWithChain({ clock })
  const { db, chain } = piazza
  const store = makeCurrencyStore(db)
  const anInstance = () => {
    const { service, settling } = makeWallet({
      db,
      chain,
      secret: SECRET,
      now: clock,
      log: () => undefined,
    })
    const { callDue } = makeRoundCalling({ store, wallet: service, settling, now: clock })
    return { callAllDue: () => expect.poll(callDue, WHEN_BUSY).toBe('done') }
  }
  const admin = await piazza.aMember({ isAdmin: true })
  return {
    ...piazza,
    anInstance,
    setClock: (moment: string) => {
      now = new Date(moment)
    },
    announce: (date: string) => piazza.call('POST', '/api/currency/rounds', { token: admin.token, body: { date } }),
    rounds: async () => ((await piazza.call('GET', '/api/currency/rounds')).body as RoundPage).rounds,
    wallet: async (token: string) => (await piazza.call('GET', '/api/wallet', { token })).body as WalletView,
  }
}

test('a round is called on its date, once, however many instances of the server run and however late they start', async () => {
  const { anInstance, announce, rounds, setClock, wallet, aMemberWithWallet, chain, call } = await aPiazzaWithRounds()
  const anna = await aMemberWithWallet(100_00)
  expect(await wallet(anna.token)).toMatchObject({ balance: 100, nextRound: null })
  await announce(DATE)
  expect(await wallet(anna.token)).toMatchObject({ balance: 100, nextRound: { date: DATE, takes: 6 } })
  setClock('2026-11-30T22:59:00Z')
  await anInstance().callAllDue()
  expect(await chain.round()).toBe(0)
  // Three days late, as if the server had been stopped.
  setClock('2026-12-04T08:00:00Z')
  const instances = [anInstance(), anInstance(), anInstance()]
  await Promise.all(instances.map((instance) => instance.callAllDue()))
  await anInstance().callAllDue()
  expect(await chain.round()).toBe(1)
  expect(await chain.balanceOf(anna.account)).toBe(94_00)
  expect(await rounds()).toEqual([{ date: DATE, state: 'done', evaporated: null, holders: null }])
  expect(await wallet(anna.token)).toMatchObject({ nextRound: null })
  const statement = (await call('GET', '/api/wallet/statement', { token: anna.token })).body as Statement
  expect(statement.movements[0]).toMatchObject({ kind: 'evaporation', amount: -6, balance: 94 })
}, 180_000)

test('a round called by the command line is listed too, and one that was left half-way is settled first', {
  tags: 'slow',
  timeout: 300_000,
}, async () => {
  const { anInstance, announce, rounds, setClock, chain, dataDir, db } = await aPiazzaWithRounds()
  await fillHolderList(chain, dataDir, 1_520, () => 1_10)
  const { service } = makeWallet({
    db,
    chain,
    secret: SECRET,
    now: () => new Date(),
    log: () => undefined,
  })
  const callRound = () => service.treasuryCall('evaporate:1', { kind: 'evaporate', amount: 0 })
  const { id } = await vi.waitFor(callRound, WHEN_BUSY)
  expect(await service.waitFor(id, 60_000)).toMatchObject({ state: 'confirmed' })
  expect(await chain.unsettled()).toBeGreaterThan(0)
  await announce(DATE)
  setClock('2026-12-01T00:00:00Z')
  await anInstance().callAllDue()
  expect({ round: await chain.round(), unsettled: await chain.unsettled() }).toEqual({ round: 2, unsettled: 0 })
  // The order depends on today's date, which the round of the command has. Both are recorded once the chain has been followed.
  const found = [
    expect.objectContaining({ date: DATE, state: 'done', holders: 1_520 }),
    expect.objectContaining({ state: 'done', evaporated: 1_520 * 0.06, holders: 1_520 }),
  ]
  await expect.poll(rounds, WHEN_BUSY).toEqual(expect.arrayContaining(found))
  expect(await rounds()).toHaveLength(2)
})

test('a settling call that fails is made again, and the round ends', async () => {
  const db = await aDatabase()
  const { patientChain } = await aChain(db)
  const settlings = async () =>
    (
      await db.query<{ state: string }>(
        sql`select state from chain_transaction where kind = 'settle' order by position`,
      )
    ).map(({ state }) => state)
  let estimates = 0
  const chain: Chain = {
    ...patientChain,
    // Simulates more holders than the call of the round settles itself.
    unsettled: async () => ((await chain.round()) === 0 || (await settlings()).includes('confirmed') ? 0 : 20),
    // The first estimate is made before the call is stored, the second before it is signed.
    estimate: (account, transaction) =>
      transaction.kind === 'settle' && ++estimates === 2
        ? Promise.reject(new Reverted('refused'))
        : patientChain.estimate(account, transaction),
  }
  const now = () => new Date(`${DATE}T08:00:00Z`)
  const { service, settling } = makeWallet({ db, chain, secret: SECRET, now, log: () => undefined })
  const store = makeCurrencyStore(db)
  await store.announce(db, { date: DATE, by: null, at: now() })
  const { callDue } = makeRoundCalling({ store, wallet: service, settling, now })
  await expect.poll(() => callDue().catch(({ message }) => message), WHEN_BUSY).toBe('done')
  expect(await settlings()).toEqual(['failed', 'confirmed'])
  expect(await db.query(sql`select from evaporation_round where done_at is not null`)).toHaveLength(1)
}, 120_000)

test('the forecast equals the chain after the round, for 1,000 random balances', {
  tags: 'slow',
  timeout: 300_000,
}, async () => {
  const db = await aDatabase()
  const { patientChain: chain, dataDir } = await aChain(db)
  const edges = [1, 99, 100, 101, 102, 105, 106, 107, 116, 117, 200]
  const amountOf = (index: number) => edges[index] ?? Math.ceil(Math.exp(Math.random() * Math.log(2_000_00)))
  await fillHolderList(chain, dataDir, 1_000, amountOf)
  const store = makeCurrencyStore(db)
  await store.announce(db, { date: '2999-01-01', by: null, at: new Date() })
  const rounds = makeRounds({
    store,
    audit: makeAudit(makeAuditStore(db), db, () => new Date()),
    treasury: chain.treasury.address,
    now: () => new Date(),
  })
  const before = await vi.waitFor(() => chain.holdersFrom(1, 2_000), WHEN_BUSY)
  expect(before).toHaveLength(1_001)
  const forecasts: number[] = []
  for (const { account, balance } of before) forecasts.push((await rounds.forecast(account, balance / 100))?.takes ?? 0)
  const { service } = makeWallet({
    db,
    chain,
    secret: SECRET,
    now: () => new Date(),
    log: () => undefined,
  })
  const callRound = () => service.treasuryCall('evaporate:1', { kind: 'evaporate', amount: 0 })
  const { id } = await vi.waitFor(callRound, WHEN_BUSY)
  expect(await service.waitFor(id, 60_000)).toMatchObject({ state: 'confirmed' })
  const after = await chain.holdersFrom(1, 2_000)
  expect(after.map(({ balance }) => balance)).toEqual(
    before.map(({ balance }, index) => balance - Math.round((forecasts[index] ?? 0) * 100)),
  )
  expect(forecasts.filter((takes) => takes > 0).length).toBeGreaterThan(500)
})

test('members are told a week before, once, and of a cancellation after that', async () => {
  const announcedAt = new Date('2026-11-10T12:00:00Z')
  let now = announcedAt
  // The clock of the server is stopped: otherwise its own job, which runs every minute, would notify the members first.
  const { db, call, aMember } = await aPiazza({ clock: () => announcedAt })
  const [admin, anna] = [await aMember({ isAdmin: true }), await aMember()]
  const unverified = await aMember({ verified: false })
  const members = makeMembersStore(db)
  const told: { ids: string[]; text: string }[] = []
  const telling = makeRoundTelling({
    store: makeCurrencyStore(db),
    members,
    notices: { tellAll: async (_tx, ids, { text }) => void told.push({ ids, text }) },
    now: () => now,
  })
  await call('POST', '/api/currency/rounds', { token: admin.token, body: { date: DATE } })
  now = new Date('2026-11-23T22:59:00Z')
  await telling.tell(new AbortController().signal)
  expect(told).toEqual([])
  now = new Date('2026-11-23T23:01:00Z')
  for (let time = 0; time < 2; time++) await telling.tell(new AbortController().signal)
  expect(told[0]?.text).toContain('Il prossimo giro di evaporazione è il 01/12/2026')
  await call('DELETE', `/api/currency/rounds/${DATE}`, { token: admin.token })
  for (let time = 0; time < 2; time++) await telling.tell(new AbortController().signal)
  expect(told.at(-1)?.text).toContain('annullato')
  for (const { ids } of told) expect(new Set(ids)).toEqual(new Set([admin.id, anna.id]))
  expect(told).toHaveLength(2)
  expect(told.flatMap(({ ids }) => ids)).not.toContain(unverified.id)
  expect(await db.query(sql`select from evaporation_round where recalled_at is null`)).toHaveLength(0)
})

test('the server’s own job tells every verified member', async () => {
  const clock = () => new Date(Date.now() + shift)
  let shift = 0
  const { db, call, aMember } = await aPiazza({ clock })
  const [admin, anna, unverified] = [
    await aMember({ isAdmin: true }),
    await aMember(),
    await aMember({ verified: false }),
  ]
  const inDays = (days: number) => new Date(clock().getTime() + days * 86_400_000).toISOString().slice(0, 10)
  await call('POST', '/api/currency/rounds', { token: admin.token, body: { date: inDays(16) } })
  shift = 10 * 86_400_000
  await db.execute(sql`select graphile_worker.add_job('tell-rounds')`)
  const notices = async (token: string) =>
    ((await call('GET', '/api/notices', { token })).body as NoticePage).notices.map(({ kind }) => kind)
  for (const { token } of [admin, anna]) await expect.poll(() => notices(token), { timeout: 15_000 }).toEqual(['round'])
  expect(await notices(unverified.token)).toEqual([])
})
