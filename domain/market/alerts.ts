import { MAX_PRICE } from '#domain/base/money.ts'
import type { ListingQuery } from '#domain/market/listings.schema.ts'
import { searchParameters } from '#domain/market/saved-searches.ts'

export const MAX_ALERTS = 20

export const ALERT_MESSAGES = {
  findsEverything: 'Questa ricerca trova tutto: aggiungi una parola, una categoria o un altro filtro.',
  noWords: 'Questa ricerca non ha parole da cercare: scrivi che cosa ti serve.',
  tooMany: `Hai già ${MAX_ALERTS} ricerche salvate: prima eliminane qualcuna.`,
  notFound: 'Questa ricerca salvata non esiste.',
  removed: 'Ricerca eliminata.',
} as const

/** Whether a search has no filter at all, or only a maximum price above all prices. */
export const findsEverything = (query: ListingQuery): boolean => {
  const { max: _max, ...others } = searchParameters(query)
  return Object.keys(others).length === 0 && (query.max === 0 || query.max >= MAX_PRICE)
}
