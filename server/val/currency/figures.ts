import { monthsUntil } from '#domain/base/dates.ts'
import { fromHundredths } from '#domain/base/money.ts'
import type { CurrencyFigures } from '#domain/val/currency.schema.ts'
import type { PublicationStore } from '#server/val/currency/publication-store.ts'

const MONTHS = 12
const GROUPS_BATCH = 2_000

/** The public figures of the currency, as published. */
export const makeFigures = ({ store, now }: { store: PublicationStore; now: () => Date }) => ({
  async read(): Promise<CurrencyFigures> {
    const [{ issued, evaporated, held, ...published }, rows] = await Promise.all([store.find(), store.months()])
    const exchanged = new Map(rows.map((row) => [row.month, row.exchanged]))
    return {
      ...published,
      supply: fromHundredths(issued - evaporated),
      held: fromHundredths(held),
      issued: fromHundredths(issued),
      evaporated: fromHundredths(evaporated),
      months: monthsUntil(now(), MONTHS, rows[0]?.month).map((month) => ({
        month,
        exchanged: fromHundredths(exchanged.get(month) ?? 0),
      })),
    }
  },

  async daysCsv(): Promise<string> {
    const days = await store.days()
    const lines = days.map(({ date, kind, count, amount }) => `${date},${kind},${count},${amountText(amount)}\n`)
    return ['date,kind,count,amount\n', ...lines].join('')
  },

  /** One balance a line, smallest first. */
  async *balancesCsv(): AsyncGenerator<string> {
    yield 'balance\n'
    for (let after = -1; ; ) {
      const groups = await store.balances(after, GROUPS_BATCH)
      if (groups.length > 0)
        yield groups.map(({ balance, holders }) => `${amountText(balance)}\n`.repeat(holders)).join('')
      if (groups.length < GROUPS_BATCH) return
      after = groups.at(-1)?.position ?? after
    }
  },
})

const amountText = (amount: number): string => fromHundredths(amount).toFixed(2)
