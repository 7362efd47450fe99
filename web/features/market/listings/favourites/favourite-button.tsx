import type { ListingCard } from '#domain/market/listings.schema.ts'
import { setFavourite, useFavourites } from '#web/features/market/listings/favourites/favourites.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useAction } from '#web/ui/state/use-action.ts'
import styles from './favourite-button.module.css'

type Props = { listing: Pick<ListingCard, '_id' | 'name'>; className?: string }

/** The heart button of a listing; hidden without JavaScript. */
export const FavouriteButton = ({ listing, className = '' }: Props) => {
  const isFavourite = useFavourites().includes(listing._id)
  const hydrated = useHydrated()
  const { outcome, run } = useAction(() => setFavourite(listing._id, !isFavourite))
  return (
    <button
      type="button"
      className={`${styles.heart} ${className}`}
      aria-pressed={isFavourite}
      aria-label={`Tra i preferiti: ${listing.name}`}
      disabled={!hydrated}
      title={outcome.failure ?? (isFavourite ? 'Togli dai preferiti' : 'Aggiungi ai preferiti')}
      onClick={() => void run()}
    >
      <Icon name="heart" />
    </button>
  )
}
