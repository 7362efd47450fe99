import type { CurrencyFigures } from '#domain/val/currency.schema.ts'
import type { TokenEvent } from '#server/val/chain/token-events.ts'
import { makePublicationStore } from '#server/val/currency/publication-store.ts'
import { makePublishing } from '#server/val/currency/publishing.ts'
import { recordEvents } from '#server/val/currency/recording-store.ts'
import { absentChain } from '#test/chain.ts'
import { anOwnPiazza } from '#test/fixtures.ts'

/** A Piazza whose ledger a test writes, with a clock, and what anybody can read of it. */
export const aPublicLedger = async (start: string) => {
  let now = new Date(start)
  const clock = () => now
  const treasury = absentChain().treasury.address
  const piazza = await anOwnPiazza({ clock })
  const { db, call } = piazza
  const { publish } = makePublishing({ store: makePublicationStore(db, treasury), now: clock })
  const csv = async (path: string): Promise<string[][]> => {
    const { text } = await call('GET', path)
    return text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','))
  }
  return {
    ...piazza,
    treasury,
    now: clock,
    setClock: (moment: Date) => {
      now = moment
    },
    publish,
    record: (events: TokenEvent[]) => db.transaction((tx) => recordEvents(tx, events, treasury)),
    figures: async () => (await call('GET', '/api/currency')).body as CurrencyFigures,
    days: async () =>
      (await csv('/api/currency/days.csv')).map(([date = '', kind = '', count, amount]) => ({
        date,
        kind,
        count: Number(count),
        amount: toHundredths(amount),
      })),
    balances: async () => (await csv('/api/currency/balances.csv')).map(([balance]) => toHundredths(balance)),
  }
}
export type PublicLedger = Awaited<ReturnType<typeof aPublicLedger>>

const toHundredths = (text = ''): number => Math.round(100 * Number(text))
