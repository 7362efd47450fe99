import type { ListingCard as Listing } from '#domain/listings.ts'
import { ListingCard } from '#web/features/listings/listing-card.tsx'
import styles from './listing-grid.module.css'

// The first ones are likely in sight at once; the rest waits until one scrolls near.
const IN_SIGHT = 2

export const ListingGrid = ({ listings, beside = false }: { listings: Listing[]; beside?: boolean }) => (
  <ul className={`${styles.grid} ${beside ? styles.beside : ''}`}>
    {listings.map((listing, index) => (
      <li key={listing._id}>
        <ListingCard listing={listing} eager={index < IN_SIGHT} />
      </li>
    ))}
  </ul>
)
