import { Link } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { typeLabel } from '#domain/kinds.ts'
import type { ListingCard as Listing } from '#domain/listings.schema.ts'
import { placeholderPicture } from '#domain/pictures.ts'
import { EventTime } from '#web/ui/data/event-time.tsx'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import { ListingPrice } from '#web/ui/data/price.tsx'
import { Stars } from '#web/ui/data/stars.tsx'
import { Picture } from '#web/ui/picture.tsx'
import styles from './listing-card.module.css'

type Props = { listing: Listing; eager: boolean }

export const sellerName = ({ seller }: Pick<Listing, 'seller'>): string => seller.seller.name || seller.username

type EventProps = { startsAt: string; endsAt: string; place: string }

const EventFacts = ({ startsAt, endsAt, place }: EventProps) => (
  <div className={styles.event}>
    <EventTime startsAt={startsAt} endsAt={endsAt} />
    {place && <p className={styles.place}>{place}</p>}
  </div>
)

/** The whole card is clickable; the name is the link. */
export const ListingCard = ({ listing, eager }: Props) => (
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
      <span className={styles.kind}>
        <KindBadge section={listing.section} />
      </span>
    </div>
    <div className={styles.body}>
      <h3 className={styles.name}>
        <Link to={`/product/${listing._id}`} prefetch="intent">
          {listing.name}
        </Link>
      </h3>
      <p className={styles.seller}>{[...typeLabel(listing), sellerName(listing)].join(' · ')}</p>
      {listing.startsAt && listing.endsAt && (
        <EventFacts startsAt={listing.startsAt} endsAt={listing.endsAt} place={listing.place || listing.municipality} />
      )}
      <p className={styles.facts}>
        <Stars rating={listing.rating} count={listing.numReviews} />
        <time dateTime={listing.createdAt}>{formatDate(listing.createdAt)}</time>
      </p>
      <ListingPrice listing={listing} />
    </div>
  </article>
)
