import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CurrencyFigures } from '#domain/val/currency.schema.ts'
import { sql } from '#server/platform/db/sql.ts'
import { ipcProvider } from '#server/platform/embedded/chain/ipc.ts'
import { SOCKET } from '#server/platform/embedded/chain/start.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { killChain } from '#test/faults/chain-kill.ts'
import { SECRET } from '#test/fixtures.ts'
import { anOwnPiazzaWithChain } from '#test/piazza-with-chain.ts'
import { type Request, recomputeFigures } from '../../../token/recompute-figures.ts'

const ZERO = `0x${'0'.repeat(40)}`
const WAIT_MS = 60_000

/** A Piazza with a chain: its public figures, and the same figures computed from the chain alone. */
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
  return { ...piazza, service, figures, recomputed, confirmed }
}

const exact = ({ months, ...figures }: CurrencyFigures) => ({
  ...figures,
  months: months.filter(({ exchanged }) => exchanged > 0),
})

test('the public figures equal those computed from the chain alone, before and after payments, rounds and emissions', async () => {
  const { service, figures, recomputed, confirmed, give, aMemberWithWallet, chain, db } = await aPiazzaWithFigures()
  await service.follow()
  expect(exact(await figures())).toEqual((await recomputed()).figures)
  const members = []
  for (const amount of [100_00, 1_00, 1_01, 1_05, 37_19]) members.push(await aMemberWithWallet(amount))
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
  const found = await figures()
  const { figures: expected, token, events } = await recomputed()
  expect(exact(found)).toEqual(expected)
  expect({ supply: found.supply, held: found.held }).toEqual(token)
  expect(found).toMatchObject({ issued: 8_000_050, months: expect.arrayContaining([expect.anything()]) })
  expect(found.months).toHaveLength(12)
  expect(found.evaporated).toBeGreaterThan(0)
  const rows = await db.query<{ account: string; balance: number }>(sql`select account, balance from token_balance`)
  expect(rows.length).toBeGreaterThan(members.length)
  for (const { account, balance } of rows) expect(await chain.balanceOf(account)).toBe(balance)
  expect(events).toBeGreaterThan(15)
}, 120_000)

test('every event is in the CSV, without names, and its sums are the figures', async () => {
  const { call, service, figures, recomputed, confirmed, aMemberWithWallet } = await aPiazzaWithFigures()
  const anna = await aMemberWithWallet(20_00)
  await confirmed(await service.treasuryCall('evaporate:1', { kind: 'evaporate', amount: 0 }))
  const { events } = await recomputed()
  const { supply, issued, evaporated } = await figures()
  const { status, headers, text } = await call('GET', '/api/currency/events.csv')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(text).not.toContain(anna.username)
  const [head, ...lines] = text.trimEnd().split('\n')
  expect(head).toBe('block,transactionHash,logIndex,date,kind,from,to,amount')
  expect(lines).toHaveLength(events)
  const sumOf = (kind: string) =>
    lines.map((line) => line.split(',')).reduce((sum, cells) => sum + (cells[4] === kind ? Number(cells[7]) : 0), 0)
  expect(sumOf('mint')).toBe(issued)
  expect(sumOf('evaporation')).toBe(evaporated)
  expect(supply).toBe(issued - evaporated)
  expect(lines[0]).toMatch(/^\d+,0x[0-9a-f]{64},0,\d{4}-\d\d-\d\dT[\d:.]+Z,mint,,0x[0-9a-fA-F]{40},8000000\.00$/)
}, 120_000)

test('after the chain has lost its last blocks the events are in the blocks of the chain as it is now', async () => {
  const { call, dataDir, figures, recomputed, aMemberWithWallet, chain } = await aPiazzaWithFigures()
  for (let number = 0; number < 3; number++) await aMemberWithWallet(10_00)
  const before = await figures()
  expect(killChain(dataDir)).toBe(1)
  await expect.poll(() => chain.head().catch(() => 0), { timeout: 30_000 }).toBeGreaterThan(0)
  await aMemberWithWallet(10_00)
  await expect.poll(async () => (await figures()).held, { timeout: 20_000 }).toBe(before.held + 10)
  expect(exact(await figures())).toEqual((await recomputed()).figures)
  const lines = (await call('GET', '/api/currency/events.csv')).text.trimEnd().split('\n').slice(1)
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) {
    const [block, hash = ''] = line.split(',')
    expect(await chain.findReceipt(hash)).toMatchObject({ block: Number(block) })
  }
}, 120_000)

test('the figures are shown also while the chain does not answer', async () => {
  const { figures, closeChain, aMemberWithWallet } = await aPiazzaWithFigures()
  await aMemberWithWallet(10_00)
  const before = await figures()
  await closeChain()
  expect(await figures()).toEqual(before)
}, 60_000)
