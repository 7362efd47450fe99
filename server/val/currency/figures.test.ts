import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CurrencyFigures } from '#domain/val/currency.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { ipcProvider } from '#server/platform/embedded/chain/ipc.ts'
import { SOCKET } from '#server/platform/embedded/chain/start.ts'
import { makePublicationStore } from '#server/val/currency/publication-store.ts'
import { makePublishing } from '#server/val/currency/publishing.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { killChain } from '#test/faults/chain-kill.ts'
import { SECRET } from '#test/fixtures.ts'
import { anOwnPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { type Request, recomputeFigures } from '../../../token/recompute-figures.ts'

const ZERO = `0x${'0'.repeat(40)}`
const WAIT_MS = 60_000

/** A Piazza with a chain: its public figures, when they are published, and the same figures computed from the chain alone. */
const aPiazzaWithFigures = async () => {
  const piazza = await anOwnPiazzaWithChain()
  const { db, chain } = piazza
  const wallet = makeWallet({ db, chain, secret: SECRET, now: () => new Date(), log: () => undefined })
  const { service } = wallet
  const provider = ipcProvider(join(piazza.dataDir, 'chain'), SOCKET)
  onTestFinished(() => provider.close())
  const request: Request = (method, params) => provider.request({ method, params }, 20_000)
  const recomputed = () => recomputeFigures(request, chain.token)
  const figures = async () => (await piazza.call('GET', '/api/currency')).body as CurrencyFigures
  /** Waits until the transactions are on the chain and recorded. */
  const confirmed = async (...transactions: { id: string }[]) => {
    for (const { id } of transactions) expect(await service.waitFor(id, WAIT_MS)).toMatchObject({ state: 'confirmed' })
  }
  const { publish } = makePublishing({ store: makePublicationStore(db, chain.treasury.address), now: () => new Date() })
  return { ...piazza, service, figures, recomputed, confirmed, publish }
}

const totalsOf = ({ supply, held, issued, evaporated }: Totals) => ({ supply, held, issued, evaporated })
type Totals = Pick<CurrencyFigures, 'supply' | 'held' | 'issued' | 'evaporated'>

test('the public totals equal those computed from the chain alone, before and after payments, rounds and emissions', async () => {
  const { service, figures, recomputed, confirmed, give, aMemberWithWallet, chain, db, publish } =
    await aPiazzaWithFigures()
  await service.follow()
  await publish()
  expect(totalsOf(await figures())).toEqual(totalsOf((await recomputed()).figures))
  const members = []
  for (const amount of [100_00, 1_00, 1_01, 1_05, 37_19, ...Array(8).fill(20_00)])
    members.push(await aMemberWithWallet(amount))
  const [anna, bruno] = members
  if (!anna || !bruno) throw new Error('no members')
  const wallet = await service.findWallet(anna.id)
  if (!wallet) throw new Error('no wallet')
  await confirmed(
    await service.transfer({ key: 'pay', from: wallet, to: bruno.account, amount: 12_34 }),
    await service.transfer({ key: 'burn', from: wallet, to: ZERO, amount: 5_00 }),
    await service.transfer({ key: 'back', from: wallet, to: chain.treasury.address, amount: 1_00 }),
    await service.treasuryCall('mint:1', { kind: 'mint', amount: 50_00 }),
    await service.treasuryCall('evaporate:1', { kind: 'evaporate', amount: 0 }),
    await service.transfer({ key: 'itself', from: wallet, to: anna.account, amount: 3_00 }),
  )
  await give('0x3333333333333333333333333333333333333333', 7)
  await publish()
  const found = await figures()
  const { figures: expected, token, events } = await recomputed()
  expect(totalsOf(found)).toEqual(totalsOf(expected))
  expect({ supply: found.supply, held: found.held }).toEqual(token)
  expect(found).toMatchObject({ issued: 8_000_050 })
  expect(found.months).toHaveLength(12)
  expect(found.evaporated).toBeGreaterThan(5)
  const rows = await db.query<{ account: string; balance: number }>(sql`select account, balance from token_balance`)
  expect(rows.length).toBeGreaterThan(members.length)
  for (const { account, balance } of rows) expect(await chain.balanceOf(account)).toBe(balance)
  expect(events).toBeGreaterThan(15)
}, 120_000)

test('after the chain has lost its last blocks the events are in the blocks of the chain as it is now', async () => {
  const { dataDir, recomputed, aMemberWithWallet, chain, db } = await aPiazzaWithFigures()
  const held = async () =>
    (
      await db.first<{ held: number }>(sql`
      select sum(balance)::bigint as held from token_balance where account <> ${chain.treasury.address}`)
    )?.held
  for (let number = 0; number < 3; number++) await aMemberWithWallet(10_00)
  expect(killChain(dataDir)).toBe(1)
  await expect.poll(() => chain.head().catch(() => 0), { timeout: 30_000 }).toBeGreaterThan(0)
  await aMemberWithWallet(10_00)
  await expect.poll(held, { timeout: 20_000 }).toBe(40_00)
  expect((await recomputed()).figures).toMatchObject({ held: 40 })
  const rows = await db.query<{ block: number; hash: string }>(sql`
    select block, transaction_hash as hash from token_event order by position`)
  expect(rows.length).toBeGreaterThan(3)
  for (const { block, hash } of rows) expect(await chain.findReceipt(hash)).toMatchObject({ block })
}, 120_000)

test('the figures are shown also while the chain does not answer', async () => {
  const { service, figures, closeChain, publish } = await aPiazzaWithFigures()
  await service.follow()
  await publish()
  const before = await figures()
  expect(before.supply).toBe(8_000_000)
  await closeChain()
  expect(await figures()).toEqual(before)
}, 60_000)
