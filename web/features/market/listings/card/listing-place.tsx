import type { ListingCard } from '#domain/market/listings.schema.ts'
import { distanceKm, distanceText, viewerPlace } from '#web/features/market/listings/card/distance.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'

type Props = { listing: Pick<ListingCard, 'municipality' | 'city' | 'position' | 'distance'> }

/** The comune of a listing, and its distance if the viewer's position is known. Empty without a comune. */
export const ListingPlace = ({ listing: { municipality, city, position, distance } }: Props) => {
  const viewer = useBrowserStore(viewerPlace, null)
  // The results of a search near a comune contain the distance.
  const km = distance ?? (viewer && position ? distanceKm(viewer, position) : 0)
  return [municipality || city, distanceText(km)].filter(Boolean).join(', ')
}
