import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/base/dates.ts'
import type { RoundPage } from '#domain/val/currency.schema.ts'
import { PEOPLE_TOGETHER } from '#domain/val/publication.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPublicLedger } from '#test/public-ledger.ts'
import { aTown } from '#test/random-movements.ts'

// A neighbour reads every public answer every day and knows every movement of one member but one: the day of that payment is
// known, the sum is not. Prices are whole or half VAL, up to 30.

const START = new Date('2026-03-02T09:00:00Z').getTime()
const DAYS = 25
const SECRET_DAY = 12
const SECRET = 12_50
const PRICES = Array.from({ length: 60 }, (_, index) => 50 * (index + 1))

type Reading = {
  /** The member's balance without the payment that is not known. */
  known: number
  /** The sums that the member is known to have paid until then. */
  paid: number
  balances: number[]
  /** What balances.csv would be if it told balances as they are. */
  exact: number[]
  rows: { date: string; kind: string; count: number; amount: number }[]
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Some weeks in a town of 80, in which a member makes one payment that the neighbour does not see. */
const aWatchedTown = async () => {
  const ledger = await aPublicLedger(new Date(START).toISOString())
  const town = aTown({ members: 80, treasury: ledger.treasury, seed: 7 })
  const [watched = '', , , payee = ''] = town.accounts
  const publicAnswers = async () => {
    const paths = ['', '/days.csv', '/balances.csv', '/rounds']
    return Promise.all(paths.map(async (path) => (await ledger.call('GET', `/api/currency${path}`)).text))
  }
  const readings: Reading[] = []
  let paid = 0
  await ledger.record(town.begin(ledger.now(), 100_00))
  for (let day = 0; day < DAYS; day++) {
    const at = new Date(START + day * DAY_MS)
    const events = Array.from({ length: 25 }, () => town.move(at)).flat()
    await ledger.record(events)
    paid += sum(events.map((event) => (event.name === 'moved' && event.from === watched ? event.amount : 0)))
    if (day === SECRET_DAY) {
      const before = await publicAnswers()
      await ledger.record(town.transfer(at, watched, payee, SECRET))
      expect(await publicAnswers()).toEqual(before)
    }
    ledger.setClock(new Date(at.getTime() + DAY_MS))
    await ledger.publish()
    readings.push({
      known: (town.balances.get(watched) ?? 0) + (day >= SECRET_DAY ? SECRET : 0),
      paid,
      balances: await ledger.balances(),
      exact: town.accounts.map((account) => town.balances.get(account) ?? 0),
      rows: await ledger.days(),
    })
  }
  return { readings }
}

/** The sums with which the member's balance occurs in the list of every day. */
const occurringInAll = (readings: Reading[], listOf: (reading: Reading) => number[]): number[] =>
  PRICES.filter((price) =>
    readings.every((reading, day) => listOf(reading).includes(reading.known - (day >= SECRET_DAY ? price : 0))),
  )

const groupSums = (balances: number[]): number[] => {
  const last = Math.floor(balances.length / 10) - 1
  const groups = Object.groupBy(balances, (_, rank) => Math.min(Math.floor(rank / 10), last))
  return Object.values(groups).map((group = []) => sum(group))
}

/** Every difference between the readings before and after the payment, with and without what the member is known to have paid. */
const differences = (before: Reading, after: Reading): number[] => {
  const known = after.paid - before.paid
  const sums = groupSums(before.balances)
  const rowKey = ({ date, kind }: Reading['rows'][number]) => `${date} ${kind}`
  const old = new Map(before.rows.map((row) => [rowKey(row), row.amount]))
  return [
    ...groupSums(after.balances).map((group, index) => (sums[index] ?? 0) - group),
    ...after.balances.map((balance, rank) => (before.balances[rank] ?? 0) - balance),
    ...after.rows.map((row) => row.amount - (old.get(rowKey(row)) ?? 0)),
    sum(before.balances) - sum(after.balances),
  ].flatMap((difference) => [difference, difference - known, before.known - after.known + difference])
}

test('a member of whom all payments but one are known cannot be followed by what is public', async ({ annotate }) => {
  const { readings } = await aWatchedTown()
  // The attack works where balances are published as they are.
  expect(occurringInAll(readings, ({ exact }) => exact)).toEqual([SECRET])
  expect(occurringInAll(readings, ({ balances }) => balances)).toEqual([])
  const [before, after] = readings.slice(SECRET_DAY - 1)
  if (!before || !after) throw new Error('no readings')
  expect(after.balances).not.toEqual(before.balances)
  const found = PRICES.filter((price) => differences(before, after).includes(price))
  expect(found).not.toContain(SECRET)
  const ofMembers = after.rows.filter(({ kind }) => kind === 'exchanged' || kind === 'returned')
  expect(Math.min(...ofMembers.map(({ count }) => count))).toBeGreaterThanOrEqual(10)
  await annotate(
    `${readings.length} giorni, ${PRICES.length} somme possibili; differenze uguali a una somma: ${found.length}`,
  )
})

/** The public answers about the rounds, a member and their listing, before and after a payment of theirs, and the last round. */
const inATownOf = async (members: number) => {
  const ledger = await aPublicLedger(new Date(START).toISOString())
  const town = aTown({ members, treasury: ledger.treasury, seed: 3 })
  const [watched = '', payee = ''] = town.accounts
  const member = await ledger.aMember({ hasAd: true })
  await ledger.db.execute(sql`update member set account = ${watched}, account_key = '\\x00' where id = ${member.id}`)
  const listing = await ledger.aListing({ by: member })
  const read = async () => {
    const paths = [
      `/api/products/${listing.id}`,
      '/api/products?p=1',
      `/api/users/${member.id}`,
      '/api/users/sellers',
      '/api/users/top-sellers',
      '/api/currency',
      '/api/currency/rounds?p=1',
    ]
    return Promise.all(paths.map(async (path) => (await ledger.call('GET', path)).text))
  }
  await ledger.record(town.begin(ledger.now(), 100_00))
  const before = await read()
  await ledger.record(town.transfer(ledger.now(), watched, payee, SECRET))
  const after = await read()
  await ledger.record(town.round(ledger.now()))
  const { rounds } = (await ledger.call('GET', '/api/currency/rounds')).body as RoundPage
  return { before, after, watched, rounds, lost: town.totals.evaporated / 100 }
}

test('the public answers about a member and their listings do not tell a payment, and a round of few wallets tells no sum', async () => {
  const few = await inATownOf(PEOPLE_TOGETHER - 1)
  expect(few.after).toEqual(few.before)
  expect(few.after.join()).not.toContain(few.watched)
  expect(few.rounds).toMatchObject([{ state: 'done', evaporated: null, holders: null }])
  const enough = await inATownOf(PEOPLE_TOGETHER)
  expect(enough.after).toEqual(enough.before)
  expect(enough.rounds).toMatchObject([{ state: 'done', evaporated: enough.lost, holders: PEOPLE_TOGETHER }])
})
