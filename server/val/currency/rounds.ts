import type { Member } from '#domain/accounts/access.ts'
import { italianDate } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { fromHundredths, toHundredths } from '#domain/base/money.ts'
import type { NextRound, Round, RoundPage } from '#domain/val/currency.schema.ts'
import { announcementProblem, CURRENCY_MESSAGES, ROUNDS_PAGE } from '#domain/val/currency.ts'
import { evaporationOf } from '#domain/val/evaporation.ts'
import { PEOPLE_TOGETHER } from '#domain/val/publication.ts'
import type { Audit } from '#server/platform/audit.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { CurrencyStore, RoundRow } from '#server/val/currency/store.ts'

type Parts = { store: CurrencyStore; audit: Audit; treasury: string; now: () => Date }
export type Rounds = ReturnType<typeof makeRounds>

/** While a round runs, and of few wallets, the figures would tell what a single wallet has lost, and so its balance. */
const asRound = ({ date, state, evaporated, holders }: RoundRow): Round =>
  state === 'done' && evaporated !== null && (holders ?? 0) >= PEOPLE_TOGETHER
    ? { date, state, evaporated: fromHundredths(evaporated), holders }
    : { date, state, evaporated: null, holders: null }
const announced = (date: string): Round => ({
  date,
  state: 'announced',
  evaporated: null,
  holders: null,
})

/** Rounds of evaporation: announced by an admin, called by a job on their date. */
export const makeRounds = ({ store, audit, treasury, now }: Parts) => {
  const today = () => italianDate(now())

  return {
    /** Not erased: the member who announced a round stays in the records of the currency. */
    personalData: { tables: ['evaporation_round'] } satisfies PersonalData,

    async list(page: number): Promise<RoundPage> {
      const { rows, total } = await store.page({ p: page, size: ROUNDS_PAGE })
      return { rounds: rows.map(asRound), page, pages: pagesOf(total, ROUNDS_PAGE) }
    },

    async announce(date: string, viewer: Member): Promise<Round> {
      const problem = announcementProblem(date, today())
      if (problem) throw new AppError('invalid', problem)
      await store.transaction(async (tx) => {
        const isNew = await store.announce(tx, { date, by: viewer.id, at: now() })
        if (!isNew) throw new AppError('conflict', CURRENCY_MESSAGES.dateTaken)
        await audit.record({ actor: viewer.id, action: 'round.announce', subject: date }, tx)
      })
      return announced(date)
    },

    cancel: (date: string, viewer: Member): Promise<void> =>
      store.transaction(async (tx) => {
        const round = await store.lockOn(tx, date)
        if (!round) throw new AppError('notFound', CURRENCY_MESSAGES.roundNotFound)
        if (date <= today()) throw new AppError('conflict', CURRENCY_MESSAGES.roundTooLateToCancel)
        if (round.toldUpTo) await store.cancel(tx, round.id, now())
        else await store.remove(tx, round.id)
        await audit.record({ actor: viewer.id, action: 'round.cancel', subject: date }, tx)
      }),

    /** What the next announced round would take from a wallet with this balance in VAL. */
    async forecast(account: string, balance: number): Promise<NextRound> {
      const date = await store.nextDate()
      if (date === undefined) return null
      const takes = account === treasury ? 0 : evaporationOf(toHundredths(balance))
      return { date, takes: fromHundredths(takes) }
    },
  }
}
