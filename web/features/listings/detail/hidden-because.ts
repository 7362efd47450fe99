import type { ListingCard } from '#domain/listings.schema.ts'
import { isDraft } from '#domain/listings.ts'

/** Why nobody but its owner sees a listing; nothing when everybody does. */
export const hiddenBecause = ({ name, pause, expiry }: ListingCard): string | undefined => {
  if (isDraft(name)) return 'Bozza'
  if (pause) return 'Disattivato'
  return expiry && Date.parse(expiry) <= Date.now() ? 'Scaduto' : undefined
}
