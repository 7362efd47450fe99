import { monthsUntil } from '#domain/base/dates.ts'
import { fromHundredths, type Hundredths } from '#domain/base/money.ts'
import type { CurrencyFigures } from '#domain/val/currency.schema.ts'
import { withTimeout } from '#server/platform/timeouts.ts'
import type { Band, EventRow, FiguresStore, Totals } from '#server/val/currency/figures-store.ts'

// How long to wait for the chain; after that the figures are read from the database as they are.
const FOLLOW_MS = 800
const MONTHS = 12
const EVENTS_BATCH = 2_000
const COLUMNS = 'block,transactionHash,logIndex,date,kind,from,to,amount'

type Parts = { store: FiguresStore; follow: () => Promise<void>; now: () => Date }

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

export const makeFigures = ({ store, follow, now }: Parts) => {
  /** The balance of the holder at this rank, counted from 0 and the smallest. */
  const balanceAt = async (bands: Band[], rank: number): Promise<Hundredths> => {
    let below = rank
    for (const { band, holders } of bands) {
      if (below >= holders) {
        below -= holders
        continue
      }
      for (const one of await store.balancesIn(band)) {
        if (below < one.holders) return one.balance
        below -= one.holders
      }
    }
    return 0
  }

  const median = async (bands: Band[], holders: number): Promise<number> => {
    const [lower, upper] = [Math.floor((holders - 1) / 2), Math.floor(holders / 2)]
    return ((await balanceAt(bands, lower)) + (await balanceAt(bands, upper))) / 2
  }

  /** What the given number of holders with the largest balances hold together. */
  const heldByLargest = async (bands: Band[], holders: number): Promise<Hundredths> => {
    let left = holders
    let held = 0
    for (const band of bands.toReversed()) {
      if (left >= band.holders) {
        held += band.held
        left -= band.holders
        continue
      }
      if (left === 0) break
      for (const one of (await store.balancesIn(band.band)).toReversed()) {
        const counted = Math.min(left, one.holders)
        held += counted * one.balance
        left -= counted
      }
    }
    return held
  }

  const compute = async ({ issued, evaporated, burned }: Totals): Promise<Omit<CurrencyFigures, 'months'>> => {
    const bands = await store.bands()
    const holders = sum(bands.map((band) => band.holders))
    const held = sum(bands.map((band) => band.held))
    const topHeld = await heldByLargest(bands, Math.ceil(holders / 10))
    return {
      supply: fromHundredths(issued - evaporated - burned),
      held: fromHundredths(held),
      issued: fromHundredths(issued),
      evaporated: fromHundredths(evaporated),
      median: holders === 0 ? 0 : fromHundredths(await median(bands, holders)),
      topTenth: held === 0 ? 0 : topHeld / held,
    }
  }

  const months = async () => {
    const exchanged = new Map((await store.months()).map((row) => [row.month, row.exchanged]))
    return monthsUntil(now(), MONTHS, [...exchanged.keys()][0]).map((month) => ({
      month,
      exchanged: fromHundredths(exchanged.get(month) ?? 0),
    }))
  }

  // These figures change only with the next event.
  let cached: { events: number; figures: Omit<CurrencyFigures, 'months'> } | undefined

  return {
    async read(): Promise<CurrencyFigures> {
      await withTimeout(FOLLOW_MS, follow).catch(() => undefined)
      const totals = await store.totals()
      if (cached?.events !== totals.events) cached = { events: totals.events, figures: await compute(totals) }
      return { ...cached.figures, months: await months() }
    },

    countAboveThreshold: store.countAboveThreshold,

    /** Every event as a line of CSV, without names. */
    async *eventsCsv(): AsyncGenerator<string> {
      yield `${COLUMNS}\n`
      for (let after = 0; ; ) {
        const rows = await store.events(after, EVENTS_BATCH)
        if (rows.length > 0) yield rows.map(asLine).join('')
        if (rows.length < EVENTS_BATCH) return
        after = rows.at(-1)?.position ?? after
      }
    },
  }
}

const asLine = ({ block, transactionHash, logIndex, at, kind, sender, recipient, amount }: EventRow): string =>
  `${block},${transactionHash},${logIndex},${at.toISOString()},${kind},${sender},${recipient},${fromHundredths(amount).toFixed(2)}\n`
