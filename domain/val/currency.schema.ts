import { z } from 'zod'
import { isDate } from '#domain/base/dates.ts'
import { pageNumber } from '#domain/base/query-parameters.ts'
import { CURRENCY_MESSAGES, ROUND_STATES } from '#domain/val/currency.ts'

/** yyyy-MM-dd in Italy. */
const ItalianDate = z.string().refine(isDate, CURRENCY_MESSAGES.dateInvalid)

export const RoundDate = z.object({ date: ItalianDate })

/** Amounts in VAL; null before the round is done, and if it took VAL from fewer than `PEOPLE_TOGETHER` wallets. */
export const Round = z.object({
  date: z.string(),
  state: z.enum(ROUND_STATES),
  evaporated: z.number().nullable(),
  /** Number of wallets from which VAL were taken. */
  holders: z.number().nullable(),
})
export type Round = z.infer<typeof Round>

export const RoundQuery = z.object({ p: pageNumber })

/**
 * Amounts in VAL, as published at most once a day. `held` is what wallets other than the treasury hold; median and top tenth are of
 * the published balances.
 */
export const CurrencyFigures = z.object({
  /** The day of the publication, yyyy-MM-dd; null before the first. */
  date: z.string().nullable(),
  supply: z.number(),
  held: z.number(),
  issued: z.number(),
  evaporated: z.number(),
  median: z.number(),
  /** Part of `held` in the tenth of wallets that hold most, between 0 and 1. */
  topTenth: z.number(),
  /** VAL sent between wallets, without the treasury, by Italian month (yyyy-MM), oldest first. */
  months: z.array(z.object({ month: z.string(), exchanged: z.number() })),
})
export type CurrencyFigures = z.infer<typeof CurrencyFigures>

/** Newest first. */
export const RoundPage = z.object({ rounds: z.array(Round), page: z.number(), pages: z.number() })
export type RoundPage = z.infer<typeof RoundPage>

/** The next announced round, and what it takes from the wallet if its balance stays as it is. */
export const NextRound = z.object({ date: z.string(), takes: z.number() }).nullable()
export type NextRound = z.infer<typeof NextRound>
