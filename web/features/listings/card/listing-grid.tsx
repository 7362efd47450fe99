import type { ListingCard as Listing } from '#domain/listings.schema.ts'
import { ListingCard } from '#web/features/listings/card/listing-card.tsx'
import styles from './listing-grid.module.css'

type Props = {
  listings: Listing[]
  /** One column less, beside the filters. */
  beside?: boolean
  /** Cards visible on a phone without scrolling; pictures of the others load lazily. */
  inSight?: number
}

export const ListingGrid = ({ listings, beside = false, inSight = 0 }: Props) => (
  <ul className={`${styles.grid} ${beside ? styles.beside : ''}`}>
    {listings.map((listing, index) => (
      <li key={listing._id}>
        <ListingCard listing={listing} eager={index < inSight} />
      </li>
    ))}
  </ul>
)
