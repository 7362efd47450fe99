import type { ListingCard } from '#domain/listings.schema.ts'
import { distanceKm, distanceText, viewerPlace } from '#web/features/listings/card/distance.ts'
import { useBrowserStore } from '#web/lib/browser-store.ts'

type Props = { listing: Pick<ListingCard, 'municipality' | 'city' | 'position'> }

/** The comune of a listing, and how far it is if the viewer's place is known. Nothing without a comune. */
export const ListingPlace = ({ listing: { municipality, city, position } }: Props) => {
  const viewer = useBrowserStore(viewerPlace, null)
  const distance = viewer && position ? distanceText(distanceKm(viewer, position)) : ''
  return [municipality || city, distance].filter(Boolean).join(', ')
}
