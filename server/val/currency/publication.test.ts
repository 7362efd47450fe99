import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, italianDate } from '#domain/base/dates.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { aPublicLedger, type PublicLedger } from '#test/public-ledger.ts'
import { aTown } from '#test/random-movements.ts'

const START = '2026-03-02T09:00:00Z'

/** The figures of /moneta, from the two public files alone. */
const recompute = async ({ days, balances }: PublicLedger) => {
  const rows = await days()
  const sorted = await balances()
  const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
  const total = (kind: string) => sumOf(rows.filter((row) => row.kind === kind).map(({ amount }) => amount))
  const months = Object.groupBy(
    rows.filter(({ kind }) => kind === 'exchanged'),
    ({ date }) => date.slice(0, 7),
  )
  const held = sumOf(sorted)
  const half = sorted.length / 2
  const top = sorted.slice(sorted.length - Math.ceil(sorted.length / 10))
  return {
    supply: (total('issued') - total('evaporated')) / 100,
    held: held / 100,
    issued: total('issued') / 100,
    evaporated: total('evaporated') / 100,
    median: ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 200,
    topTenth: held === 0 ? 0 : sumOf(top) / held,
    months: Object.entries(months).map(([month, of = []]) => ({
      month,
      exchanged: sumOf(of.map(({ amount }) => amount)) / 100,
    })),
  }
}

const MOVEMENTS_A_DAY = 150
const manyMovements = async (count: number) => {
  const ledger = await aPublicLedger(START)
  const town = aTown({ members: 300, treasury: ledger.treasury, seed: count })
  await ledger.record(town.begin(ledger.now(), 100_00))
  await ledger.publish()
  for (let done = 0, day = 0; done < count; day++) {
    const midnight = new Date(START).getTime() + day * DAY_MS
    for (let number = 0; number < MOVEMENTS_A_DAY && done < count; number++, done++)
      await ledger.record(town.move(new Date(midnight + (number * 12 * HOUR_MS) / MOVEMENTS_A_DAY)))
    ledger.setClock(new Date(midnight + DAY_MS))
    await ledger.publish()
    if (day % 10 === 0) await expectRecomputed(ledger)
  }
  return { ledger, town }
}

const expectRecomputed = async (ledger: PublicLedger) => {
  const { date, months, ...figures } = await ledger.figures()
  expect(date).toBe(italianDate(ledger.now()))
  const { months: recomputed, ...others } = await recompute(ledger)
  expect(figures).toEqual(others)
  expect(months.filter(({ exchanged }) => exchanged > 0)).toEqual(recomputed)
  return others
}

const testRecomputing = async (count: number) => {
  const { ledger, town } = await manyMovements(count)
  const { supply, held, issued, evaporated } = await expectRecomputed(ledger)
  const { totals, balances, accounts } = town
  expect({ issued, evaporated, supply }).toEqual({
    issued: totals.issued / 100,
    evaporated: (totals.evaporated + totals.burned) / 100,
    supply: (totals.issued - totals.evaporated - totals.burned) / 100,
  })
  const sorted = accounts.map((account) => balances.get(account) ?? 0).filter((balance) => balance > 0)
  expect(held).toBe(sorted.reduce((sum, balance) => sum + balance, 0) / 100)
  const published = await ledger.balances()
  expect(published).toHaveLength(sorted.length)
  expect(published).toEqual(published.toSorted((one, other) => one - other))
  const rows = (await ledger.days()).filter(({ kind }) => kind === 'exchanged')
  const exchanged = rows.reduce((sum, { amount }) => sum + amount, 0)
  expect(exchanged).toBeGreaterThan(0.9 * totals.exchanged)
  expect(exchanged).toBeLessThanOrEqual(totals.exchanged)
}

test('the figures of /moneta are those of the two public files, and of a ledger kept beside', () =>
  testRecomputing(600))

test('the same after 10,000 random movements', { tags: ['slow'], timeout: 600_000 }, () => testRecomputing(10_000))

const aSmallTown = async (members = 12) => {
  const ledger = await aPublicLedger(START)
  const town = aTown({ members, treasury: ledger.treasury, seed: 1 })
  const answers = async () => {
    const paths = ['/api/currency', '/api/currency/days.csv', '/api/currency/balances.csv', '/api/currency/rounds']
    return Promise.all(paths.map(async (path) => (await ledger.call('GET', path)).text))
  }
  const pay = (from: number, to: number, amount: number) =>
    ledger.record(town.transfer(ledger.now(), town.accounts[from] ?? '', town.accounts[to] ?? '', amount))
  const nextDay = async () => {
    ledger.setClock(new Date(ledger.now().getTime() + DAY_MS))
    await ledger.publish()
  }
  return { ...ledger, town, answers, pay, nextDay }
}

test('payments of fewer than ten people change nothing that is public, however many days pass', async () => {
  const { answers, pay, nextDay, publish, record, town, now, balances } = await aSmallTown(30)
  await record(town.begin(now(), 100_00))
  await publish()
  const before = await answers()
  expect(await balances()).toEqual(Array(30).fill(100_00))
  for (let payer = 0; payer < 9; payer++) {
    await pay(payer, 11, 1_00 + payer)
    await pay(payer, 11, 50)
    expect(await answers()).toEqual(before)
    await nextDay()
    expect((await answers()).slice(1)).toEqual(before.slice(1))
  }
  await pay(9, 11, 5_00)
  expect((await answers()).slice(1)).toEqual(before.slice(1))
  await nextDay()
  const [, days, saldi] = await answers()
  expect(days).toContain('exchanged,19,')
  expect(saldi).not.toBe(before[2])
})

test('a balance is never published alone: each value is the mean of at least ten', async () => {
  const { record, publish, balances, town, now, figures } = await aSmallTown()
  await record(town.begin(now(), 100_00))
  for (const [index, account] of town.accounts.entries())
    await record(town.transfer(now(), account, town.accounts[11] ?? '', index * 7_31))
  await publish()
  const held = [...town.accounts].reduce((sum, account) => sum + (town.balances.get(account) ?? 0), 0)
  const published = await balances()
  expect(published.reduce((sum, balance) => sum + balance, 0)).toBe(held)
  expect(Math.max(...published) - Math.min(...published)).toBeLessThanOrEqual(1)
  expect((await figures()).held).toBe(held / 100)
})

test('with fewer than ten people nothing of them is published; the first ten appear once no VAL have moved for a minute', async () => {
  const { record, figures, balances, town, now, treasury, setClock, db } = await aSmallTown()
  const runDue = async () => {
    await jobs.add(db, 'add-due-jobs', {})
    await jobsDone(db, 'add-due-jobs')
    await jobsDone(db, 'publish-figures')
  }
  const give = (to: number) => record(town.transfer(now(), treasury, town.accounts[to] ?? '', 100_00))
  expect(await figures()).toMatchObject({ date: null, supply: 0, held: 0 })
  await record(town.transfer(now(), `0x${'0'.repeat(40)}`, treasury, 800_000_000))
  await runDue()
  expect(await figures()).toMatchObject({ date: '2026-03-02', supply: 8_000_000, held: 0 })
  for (let member = 0; member < 9; member++) await give(member)
  setClock(new Date(now().getTime() + HOUR_MS))
  await runDue()
  expect(await balances()).toEqual([])
  await give(9)
  await runDue()
  expect(await balances()).toEqual([])
  setClock(new Date(now().getTime() + HOUR_MS))
  await runDue()
  expect(await figures()).toMatchObject({ held: 1_000, median: 100, topTenth: 0.1 })
  await give(10)
  setClock(new Date(now().getTime() + HOUR_MS))
  await runDue()
  expect(await figures()).toMatchObject({ held: 1_000 })
})

test('what a round takes from fewer than ten wallets is not published, in no figure and no file', async () => {
  const { answers, nextDay, publish, record, town, now } = await aSmallTown()
  await record(town.begin(now(), 50))
  await record(town.transfer(now(), town.accounts[0] ?? '', town.accounts[1] ?? '', 50))
  for (let payer = 2; payer < 12; payer++)
    await record(town.transfer(now(), town.accounts[payer] ?? '', town.accounts[1] ?? '', 25))
  await publish()
  const before = await answers()
  await record(town.round(now()))
  await nextDay()
  expect((await answers()).slice(1, 3)).toEqual(before.slice(1, 3))
})
