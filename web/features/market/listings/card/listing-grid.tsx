import type { CardData } from '#web/features/market/listings/card/card-data.ts'
import { ListingCard } from '#web/features/market/listings/card/listing-card.tsx'
import styles from './listing-grid.module.css'

type Props = {
  listings: CardData[]
  /** One column less, for a narrower main column. */
  beside?: boolean
  /** One or two columns, beside a map. */
  narrow?: boolean
  /** How many pictures load at once: cards visible on a phone without scrolling. The others load lazily. */
  eagerCount?: number
  /** Heading level of the listings' names. */
  headings?: 'h2' | 'h3'
}

export const ListingGrid = ({ listings, beside = false, narrow = false, eagerCount = 0, headings = 'h3' }: Props) => (
  <ul className={`${styles.grid} ${beside ? styles.beside : ''} ${narrow ? styles.narrow : ''}`}>
    {listings.map((listing, index) => (
      <li key={listing._id}>
        <ListingCard listing={listing} eager={index < eagerCount} heading={headings} />
      </li>
    ))}
  </ul>
)
