import { Link } from 'react-router'
import type { ListingOrder } from '#domain/listing-terms.ts'
import { changedSearch, type SearchFilters } from '#web/features/listings/search-path.ts'
import styles from './sort-links.module.css'

type Sort = { order: ListingOrder | ''; label: string }

const SORTS: Sort[] = [
  { order: 'newest', label: 'Più recenti' },
  { order: 'lowest', label: 'Prezzo più basso' },
  { order: 'highest', label: 'Prezzo più alto' },
  { order: 'toprated', label: 'Più apprezzati' },
]

/** With a name the best match comes first unless asked otherwise; without one, the newest. */
export const SortLinks = ({ filters }: { filters: SearchFilters }) => {
  const sorts: Sort[] = filters.name ? [{ order: '', label: 'Più pertinenti' }, ...SORTS] : SORTS
  const current = filters.order || (filters.name ? '' : 'newest')
  return (
    <nav className={styles.sorts} aria-label="Ordina per">
      <span className={styles.label} aria-hidden="true">
        Ordina per
      </span>
      <ul>
        {sorts.map(({ order, label }) => (
          <li key={order}>
            <Link to={changedSearch(filters, { order })} aria-current={order === current ? 'true' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
