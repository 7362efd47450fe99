import type { ListingCard } from '#domain/market/listings.schema.ts'
import { isDraft } from '#domain/market/listings.ts'

type Visibility = Pick<ListingCard, 'name' | 'pause' | 'expiry' | 'section' | 'shown'>

/** Why a listing is not public; undefined if it is. */
export const hiddenReason = ({ name, pause, expiry, section, shown }: Visibility): string | undefined => {
  if (isDraft(name)) return 'Bozza'
  if (pause) return 'In pausa'
  if (expiry && Date.parse(expiry) <= Date.now()) return section === 'avviso' ? 'Finito' : 'Concluso'
  return shown ? undefined : 'Nascosto'
}
