import { MAX_PRICE } from '#domain/base/money.ts'
import type { ListingQuery } from '#domain/market/listings.schema.ts'

export const MAX_ALERTS = 20

export const ALERT_MESSAGES = {
  findsEverything: 'Questa ricerca trova tutto: aggiungi una parola, una categoria o un altro filtro.',
  noWords: 'Questa ricerca non ha parole da cercare: scrivi che cosa ti serve.',
  tooMany: `Hai già ${MAX_ALERTS} ricerche salvate: prima eliminane qualcuna.`,
  notFound: 'Questa ricerca salvata non esiste.',
  removed: 'Ricerca eliminata.',
} as const

/** Whether a search has no filter at all, or only a maximum price above all prices. */
export const findsEverything = ({ max, ...query }: ListingQuery): boolean =>
  !(query.name || query.section || query.category || query.seller || query.near) &&
  !(query.min || query.rating || query.free || query.picture) &&
  (max === 0 || max >= MAX_PRICE)
