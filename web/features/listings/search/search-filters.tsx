import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MINIMUM_RATINGS, PRICE_RANGES } from '#domain/listings.ts'
import { changedSearch, type SearchFilters } from '#web/features/listings/search/search-path.ts'
import { Stars } from '#web/ui/data/stars.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './search-filters.module.css'

type Props = { filters: SearchFilters; categories: string[]; className?: string }

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <nav aria-label={title}>
    <h2 className={styles.heading}>{title}</h2>
    <ul className={styles.options}>{children}</ul>
  </nav>
)

const Option = ({ to, chosen, children }: { to: string; chosen: boolean; children: ReactNode }) => (
  <li>
    <Link className={styles.option} to={to} aria-current={chosen ? 'true' : undefined}>
      {children}
    </Link>
  </li>
)

const same = (a: string, b: string) => a.localeCompare(b, 'it', { sensitivity: 'accent' }) === 0

/** Filters as links that keep the other filters; collapsed on phones. */
export const SearchFilterPanel = ({ filters, categories, className = '' }: Props) => (
  <div className={`${styles.panel} ${className}`}>
    <label className={styles.toggle}>
      <input type="checkbox" className={styles.checkbox} />
      Filtri
      <Icon name="down" size={18} />
    </label>
    <div className={styles.groups}>
      <Group title="Categoria">
        <Option to={changedSearch(filters, { category: '' })} chosen={!filters.category}>
          Tutte
        </Option>
        {categories.map((category) => (
          <Option key={category} to={changedSearch(filters, { category })} chosen={same(category, filters.category)}>
            {category}
          </Option>
        ))}
      </Group>
      <Group title="Prezzo">
        {PRICE_RANGES.map(({ min, max, label }) => (
          <Option
            key={label}
            to={changedSearch(filters, { min: String(min), max: String(max) })}
            chosen={filters.min === String(min) && filters.max === String(max)}
          >
            {label}
          </Option>
        ))}
      </Group>
      <Group title="Valutazione">
        <Option to={changedSearch(filters, { rating: '0' })} chosen={filters.rating === '0'}>
          Qualsiasi
        </Option>
        {MINIMUM_RATINGS.map((floor) => (
          <Option
            key={floor}
            to={changedSearch(filters, { rating: String(floor) })}
            chosen={filters.rating === String(floor)}
          >
            <Stars rating={floor} /> e più
          </Option>
        ))}
      </Group>
    </div>
  </div>
)

/** The active filters, each a link that removes it. */
export const ActiveFilters = ({ filters }: { filters: SearchFilters }) => {
  const { name, category, min, max, rating, near, km } = filters
  const active = [
    name && { label: `«${name}»`, without: { name: '' } },
    category && { label: category, without: { category: '' } },
    (min !== '0' || max !== '0') && {
      label: max === '0' ? `Da ${min} VAL` : `Da ${min} a ${max} VAL`,
      without: { min: '0', max: '0' },
    },
    rating !== '0' && { label: `${rating} stelle e più`, without: { rating: '0' } },
    near && { label: `Entro ${km} km da ${near}`, without: { near: '' } },
  ].filter((entry) => typeof entry === 'object')
  if (active.length === 0) return null
  return (
    <ul className={styles.active}>
      {active.map(({ label, without }) => (
        <li key={label}>
          <Link className={styles.chip} to={changedSearch(filters, without)} aria-label={`Togli il filtro ${label}`}>
            <span>{label}</span>
            <Icon name="close" size={14} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
