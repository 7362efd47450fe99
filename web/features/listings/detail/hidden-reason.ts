import type { ListingCard } from '#domain/listings.schema.ts'
import { isDraft } from '#domain/listings.ts'

/** Why only its owner sees a listing; undefined if it is public. */
export const hiddenReason = ({ name, pause, expiry }: ListingCard): string | undefined => {
  if (isDraft(name)) return 'Bozza'
  if (pause) return 'Disattivato'
  return expiry && Date.parse(expiry) <= Date.now() ? 'Scaduto' : undefined
}
