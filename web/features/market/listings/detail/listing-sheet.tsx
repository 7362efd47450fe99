import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { availabilityText, showsPrice, soldOutText } from '#domain/market/kinds.ts'
import type { Listing } from '#domain/market/listings.schema.ts'
import { kindLabel, SECTION_LABELS } from '#domain/market/listings.ts'
import { placeholderPicture } from '#domain/market/uploads.ts'
import { homePath } from '#web/features/market/listings/card/home-path.ts'
import { ListingPlace } from '#web/features/market/listings/card/listing-place.tsx'
import { Carousel } from '#web/features/market/listings/detail/carousel.tsx'
import { EventBlock } from '#web/features/market/listings/detail/event-block.tsx'
import { ListingFacts } from '#web/features/market/listings/detail/listing-facts.tsx'
import { ListingWays } from '#web/features/market/listings/detail/listing-ways.tsx'
import { Reviews } from '#web/features/market/listings/detail/reviews.tsx'
import { type OwnerFacts, SellerBlock } from '#web/features/market/listings/detail/seller-block.tsx'
import { FavouriteButton } from '#web/features/market/listings/favourites/favourite-button.tsx'
import { categoryPath } from '#web/features/market/listings/search/search-path.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { KindBadge } from '#web/ui/data/kind-badge.tsx'
import { ListingPrice } from '#web/ui/data/price.tsx'
import { Stars } from '#web/ui/data/stars.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './listing-sheet.module.css'

const Breadcrumbs = ({ listing }: { listing: Listing }) => (
  <nav aria-label="Percorso" className="on-screen">
    <ol className={styles.crumbs}>
      <li>
        <Link to="/">Vetrina</Link>
      </li>
      <li>
        <Link to={homePath(listing.section, 1)}>{SECTION_LABELS[listing.section]}</Link>
      </li>
      {listing.category && (
        <li>
          <Link to={categoryPath(listing.category)}>{listing.category}</Link>
        </li>
      )}
    </ol>
  </nav>
)

type Props = {
  listing: Listing
  contact: ReactNode
  /** Its URL, for sharing; missing if the listing is not public. */
  url?: string
  owner?: OwnerFacts
}

/** What the listing is, for how much, how much is left, and when it takes place. */
const Head = ({ listing, isPublic }: { listing: Listing; isPublic: boolean }) => (
  <div className={styles.head}>
    <div className={styles.kind}>
      <KindBadge section={listing.section} />
      {kindLabel(listing)}
      {isPublic && <FavouriteButton listing={listing} className={`${styles.heart} on-screen`} />}
    </div>
    <h1 className={styles.name}>{listing.name}</h1>
    <div className={styles.price}>
      <ListingPrice listing={listing} large />
      {showsPrice(listing.section) && listing.priceVal > 0 && (
        <Link to="/che-cose-il-val" className="on-screen">
          Che cos’è il VAL?
        </Link>
      )}
    </div>
    <EventBlock listing={listing} />
    <p className={soldOutText(listing) ? styles.gone : styles.available}>{availabilityText(listing)}</p>
    <p className={styles.when}>
      {listing.numReviews > 0 && <Stars rating={listing.rating} count={listing.numReviews} />}
      {(listing.municipality || listing.city) && (
        <span className={styles.place}>
          <Icon name="pin" size={18} />
          <ListingPlace listing={listing} />
        </span>
      )}
      <span>
        Pubblicato <Ago moment={listing.createdAt} withArticle />
      </span>
    </p>
  </div>
)

/** The content of a listing page; `contact` is the form that contacts the owner. */
export const ListingSheet = ({ listing, contact, url, owner }: Props) => (
  <>
    <Breadcrumbs listing={listing} />
    <article className={styles.product}>
      <Carousel pictures={listing.image} placeholder={placeholderPicture(listing)} name={listing.name} />
      <div className={styles.side}>
        <Head listing={listing} isPublic={url !== undefined} />
        <SellerBlock listing={listing} owner={owner} />
        <div className={`${styles.contact} on-screen`} id="contatto">
          {contact}
        </div>
      </div>
      <div className={styles.words}>
        <section aria-labelledby="descrizione">
          <h2 id="descrizione">Descrizione</h2>
          <p className={styles.description}>{listing.description || 'Nessuna descrizione.'}</p>
        </section>
        <div className={styles.rest}>
          <ListingFacts listing={listing} />
          <div className="on-screen">
            <Reviews listing={listing} />
          </div>
          {url && <ListingWays listing={listing} url={url} />}
        </div>
      </div>
    </article>
  </>
)
