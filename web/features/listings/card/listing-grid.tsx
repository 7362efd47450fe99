import type { ListingCard as Listing } from '#domain/listings.schema.ts'
import { ListingCard } from '#web/features/listings/card/listing-card.tsx'
import styles from './listing-grid.module.css'

type Props = {
  listings: Listing[]
  /** Next to a column of filters there is room for one card less. */
  beside?: boolean
  /** How many cards one sees without scrolling on a phone; pictures of the others wait. */
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
