import { Link } from 'react-router'
import { formatDayAndTime } from '#domain/base/dates.ts'
import { soldOutText } from '#domain/market/kinds.ts'
import { placeholderPicture } from '#domain/market/uploads.ts'
import type { CardData } from '#web/features/market/listings/card/card-data.ts'
import { ListingPlace } from '#web/features/market/listings/card/listing-place.tsx'
import { FavouriteButton } from '#web/features/market/listings/favourites/favourite-button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { KindLine } from '#web/ui/data/kind-badge.tsx'
import { ListingPrice } from '#web/ui/data/price.tsx'
import { Rating } from '#web/ui/data/stars.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './listing-card.module.css'

type Props = {
  listing: CardData
  eager: boolean
  heading: 'h2' | 'h3'
  /** In the editor: the listing cannot be a favourite yet. */
  isPreview?: boolean
}

export const sellerName = ({ seller }: Pick<CardData, 'seller'>): string => seller.seller.name || seller.username

/** Where the listing is, and when it was published; events tell when they begin instead. */
const PlaceAndDate = ({ listing }: { listing: CardData }) => {
  const hasPlace = listing.municipality || listing.city
  if (!hasPlace && listing.startsAt) return null
  return (
    <p className={styles.line}>
      {hasPlace && (
        <>
          <Icon name="pin" size={16} />
          <span>
            <ListingPlace listing={listing} />
          </span>
        </>
      )}
      {!listing.startsAt && <Ago moment={listing.createdAt} />}
    </p>
  )
}

/** Shows that nothing is left of a listing. */
const State = ({ listing }: { listing: CardData }) => {
  const text = soldOutText(listing)
  return text ? <span className={styles.state}>{text}</span> : null
}

/** The whole card is clickable; the name is the link. */
export const ListingCard = ({ listing, eager, heading: Heading, isPreview = false }: Props) => (
  <article className={styles.card}>
    <div className={styles.frame}>
      <Picture
        src={listing.image[0]}
        placeholder={placeholderPicture(listing)}
        alt=""
        sizes="(min-width: 70rem) 17rem, (min-width: 52rem) 30vw, (min-width: 36rem) 45vw, 9rem"
        className={styles.picture}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
      <State listing={listing} />
    </div>
    <div className={styles.body}>
      <KindLine listing={listing} />
      <Heading className={styles.name}>
        <Link to={`/product/${listing._id}`} prefetch="intent">
          {listing.name}
        </Link>
      </Heading>
      {listing.startsAt && (
        <p className={styles.event}>
          <time dateTime={listing.startsAt}>{formatDayAndTime(listing.startsAt)}</time>
        </p>
      )}
      <PlaceAndDate listing={listing} />
      <p className={styles.line}>
        <span>{sellerName(listing)}</span>
      </p>
      <div className={styles.bottom}>
        <ListingPrice listing={listing} />
        {listing.numReviews > 0 && <Rating rating={listing.rating} count={listing.numReviews} />}
      </div>
    </div>
    {!isPreview && <FavouriteButton listing={listing} className={styles.heart} />}
  </article>
)
