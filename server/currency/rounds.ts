import type { Member } from '#domain/access.ts'
import type { NextRound, Round, RoundPage } from '#domain/currency.schema.ts'
import { announcementProblem, CURRENCY_MESSAGES, ROUNDS_PAGE } from '#domain/currency.ts'
import { italianDate } from '#domain/dates.ts'
import { AppError } from '#domain/errors.ts'
import { evaporationOf } from '#domain/evaporation.ts'
import { fromHundredths, toHundredths } from '#domain/money.ts'
import type { CurrencyStore, RoundRow } from '#server/currency/store.ts'
import type { Records } from '#server/records/service.ts'

type Parts = { store: CurrencyStore; records: Pick<Records, 'audit'>; now: () => Date }
export type Rounds = ReturnType<typeof makeRounds>

const asRound = ({ date, transactionId, doneAt }: RoundRow): Round => ({
  date,
  state: doneAt ? 'done' : transactionId ? 'called' : 'announced',
  evaporated: null,
  holders: null,
  transactionHash: '',
})

/** Rounds of evaporation: announced by an admin, called by a job on their date. */
export const makeRounds = ({ store, records, now }: Parts) => {
  const today = () => italianDate(now())

  return {
    async list(page: number): Promise<RoundPage> {
      const { rows, total } = await store.page({ size: ROUNDS_PAGE, number: page })
      return { rounds: rows.map(asRound), page, pages: Math.ceil(total / ROUNDS_PAGE) }
    },

    async announce(date: string, viewer: Member): Promise<Round> {
      const problem = announcementProblem(date, today())
      if (problem) throw new AppError('invalid', problem)
      await store.transaction(async (tx) => {
        const isNew = await store.announce(tx, { date, by: viewer.id, at: now() })
        if (!isNew) throw new AppError('conflict', CURRENCY_MESSAGES.dateTaken)
        await records.audit({ actor: viewer.id, action: 'round.announce', subject: date }, tx)
      })
      return asRound({ date, transactionId: null, doneAt: null, toldAt: null })
    },

    cancel: (date: string, viewer: Member): Promise<void> =>
      store.transaction(async (tx) => {
        const round = await store.lock(tx, date)
        if (!round) throw new AppError('notFound', CURRENCY_MESSAGES.roundNotFound)
        if (date <= today()) throw new AppError('conflict', CURRENCY_MESSAGES.roundTooLateToCancel)
        await store.remove(tx, date)
        await records.audit({ actor: viewer.id, action: 'round.cancel', subject: date }, tx)
      }),

    /** What the next announced round takes from a balance in VAL, if it stays as it is. */
    async forecast(balance: number): Promise<NextRound> {
      const date = await store.nextDate()
      return date === undefined ? null : { date, takes: fromHundredths(evaporationOf(toHundredths(balance))) }
    },
  }
}
