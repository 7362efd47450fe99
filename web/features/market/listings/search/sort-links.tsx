import type { ListingSort } from '#domain/market/listings.ts'
import { FilterLink } from '#web/features/market/listings/search/filter-link.tsx'
import { changedSearch, type SearchFilters } from '#web/features/market/listings/search/search-path.ts'
import styles from './sort-links.module.css'

type Sort = { order: ListingSort | ''; label: string }

const SORTS: Sort[] = [
  { order: 'newest', label: 'Più recenti' },
  { order: 'lowest', label: 'Prezzo più basso' },
  { order: 'highest', label: 'Prezzo più alto' },
  { order: 'toprated', label: 'Più apprezzati' },
]

// The default order of searches by place or name and of events; it does not appear in the URL.
const defaultSort = ({ near, name, section }: SearchFilters): Sort[] => {
  if (near) return [{ order: '', label: 'Più vicini' }]
  if (name) return [{ order: '', label: 'Più pertinenti' }]
  return section === 'avviso' ? [{ order: '', label: 'Data più vicina' }] : []
}

/** Links that sort the results; the first is the default. */
export const SortLinks = ({ filters, stacked = false }: { filters: SearchFilters; stacked?: boolean }) => {
  const sorts = [...defaultSort(filters), ...SORTS]
  const current = filters.order || sorts[0]?.order
  return (
    <nav className={`${styles.sorts} ${stacked ? styles.stacked : ''}`} aria-label="Ordina per">
      <span className={styles.label} aria-hidden="true">
        Ordina per
      </span>
      <ul>
        {sorts.map(({ order, label }) => (
          <li key={order}>
            <FilterLink to={changedSearch(filters, { order })} aria-current={order === current ? 'true' : undefined}>
              {label}
            </FilterLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
