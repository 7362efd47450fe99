import { type ReactNode, useState } from 'react'
import { withoutZeros } from '#domain/base/money.ts'
import { DISTANCES, KIND_LABELS, MINIMUM_RATINGS, PRICE_RANGES, SECTIONS } from '#domain/market/listings.ts'
import { FilterLink } from '#web/features/market/listings/search/filter-link.tsx'
import { PriceRange } from '#web/features/market/listings/search/price-range.tsx'
import { resultCount, type Totals } from '#web/features/market/listings/search/result-count.ts'
import {
  changedSearch,
  countFilters,
  type SearchFilters,
  searchPath,
  withoutFilters,
} from '#web/features/market/listings/search/search-path.ts'
import { SortLinks } from '#web/features/market/listings/search/sort-links.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonOrLink } from '#web/ui/button-or-link.tsx'
import { Stars } from '#web/ui/data/stars.tsx'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './search-filters.module.css'

const PANEL = 'filtri'

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <nav aria-label={title}>
    <h2 className={styles.heading}>{title}</h2>
    <ul className={styles.options}>{children}</ul>
  </nav>
)

const Option = ({ to, chosen, children }: { to: string; chosen: boolean; children: ReactNode }) => (
  <li>
    <FilterLink className={styles.option} to={to} aria-current={chosen ? 'true' : undefined}>
      {children}
    </FilterLink>
  </li>
)

/** A filter that is on or off. */
const Toggle = ({ to, on, children }: { to: string; on: boolean; children: string }) => (
  <li>
    <FilterLink className={`${styles.option} ${styles.toggle}`} to={to} aria-current={on ? 'true' : undefined}>
      <span className={styles.box}>{on && <Icon name="check" size={16} />}</span>
      {children}
    </FilterLink>
  </li>
)

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

type GroupsProps = { filters: SearchFilters; categories: string[] }

const Groups = ({ filters, categories }: GroupsProps) => (
  <>
    <Group title="Che cosa">
      <Option to={changedSearch(filters, { section: '' })} chosen={!filters.section}>
        Tutto
      </Option>
      {SECTIONS.map((section) => (
        <Option key={section} to={changedSearch(filters, { section })} chosen={filters.section === section}>
          {KIND_LABELS[section]}
        </Option>
      ))}
    </Group>
    {filters.near && (
      <Group title={`Distanza da ${filters.near}`}>
        {DISTANCES.map((km) => (
          <Option key={km} to={changedSearch(filters, { km })} chosen={filters.km === km}>
            Entro {km} km
          </Option>
        ))}
      </Group>
    )}
    <Group title="Mostra solo">
      <Toggle to={changedSearch(filters, { free: filters.free ? '' : '1' })} on={filters.free === '1'}>
        Gratis
      </Toggle>
      <Toggle to={changedSearch(filters, { picture: filters.picture ? '' : '1' })} on={filters.picture === '1'}>
        Con foto
      </Toggle>
    </Group>
    <Group title="Prezzo">
      {PRICE_RANGES.map(({ min, max, label }) => (
        <Option
          key={label}
          to={changedSearch(filters, { min: String(min), max: String(max) })}
          chosen={filters.min === String(min) && filters.max === String(max)}
        >
          <span>
            <WithAmounts>{label}</WithAmounts>
          </span>
        </Option>
      ))}
      <li>
        <PriceRange key={`${filters.min} ${filters.max}`} filters={filters} />
      </li>
    </Group>
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
  </>
)

type FiltersProps = GroupsProps & { totals: Totals }

/** Opens the filters on phones: a dialog that stays open while filters are chosen, and tells how many listings they find. */
export const FiltersButton = ({ filters, categories, totals }: FiltersProps) => {
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(filters)
  const close = () => setOpen(false)
  return (
    <>
      <ButtonOrLink href={`#${PANEL}`} className={styles.open} onClick={() => setOpen(true)} opensDialog>
        <Icon name="filters" size={20} />
        Filtri
        {count > 0 && (
          <span className={styles.count}>
            {count}
            <span className="visually-hidden"> {count === 1 ? 'attivo' : 'attivi'}</span>
          </span>
        )}
      </ButtonOrLink>
      <Dialog title="Filtri" open={isOpen} onClose={close} sheet staysOpen>
        <div className={`${styles.groups} ${styles.inSheet}`}>
          {count > 0 && <FilterLink to={searchPath(withoutFilters(filters))}>Togli tutti</FilterLink>}
          <SortLinks filters={filters} stacked />
          <Groups filters={filters} categories={categories} />
        </div>
        <div className={styles.foot}>
          <Button onClick={close} className={styles.show}>
            {totals.total === 0 ? 'Nessun annuncio' : `Mostra ${resultCount(totals)}`}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

/** Filters as links that keep the other filters, beside the results. On phones shown by the button's link only, without JavaScript. */
export const SearchFilterPanel = ({ filters, categories, className = '' }: GroupsProps & { className?: string }) => (
  <div id={PANEL} className={`${styles.panel} ${styles.groups} ${className}`}>
    <Groups filters={filters} categories={categories} />
  </div>
)

const priceLabel = (filters: SearchFilters): string => {
  const [min, max] = [filters.min, filters.max].map((amount) => withoutZeros(Number(amount.replace(',', '.'))))
  if (max === '0') return `Da ${min} VAL`
  return min === '0' ? `Fino a ${max} VAL` : `Da ${min} a ${max} VAL`
}

/** The active filters, each a link that removes it. */
export const ActiveFilters = ({ filters }: { filters: SearchFilters }) => {
  const { name, category, min, max, rating, near, km, section, free, picture, exact } = filters
  const active = [
    name && { label: exact ? `Proprio «${name}»` : `«${name}»`, without: { name: '', exact: '' } },
    section && { label: KIND_LABELS[section] ?? section, without: { section: '' as const } },
    category && { label: category, without: { category: '' } },
    (min !== '0' || max !== '0') && { label: priceLabel(filters), without: { min: '0', max: '0' } },
    free && { label: 'Gratis', without: { free: '' } },
    picture && { label: 'Con foto', without: { picture: '' } },
    rating !== '0' && { label: `${rating} ${rating === '1' ? 'stella' : 'stelle'} e più`, without: { rating: '0' } },
    near && { label: `Entro ${km} km da ${near}`, without: { near: '' } },
  ].filter((entry) => typeof entry === 'object')
  if (active.length === 0) return null
  return (
    <ul className={styles.active}>
      {active.map(({ label, without }) => (
        <li key={label}>
          <FilterLink
            className={styles.chip}
            to={changedSearch(filters, without)}
            aria-label={`Togli il filtro ${label}`}
          >
            <span>
              <WithAmounts>{label}</WithAmounts>
            </span>
            <Icon name="close" size={14} />
          </FilterLink>
        </li>
      ))}
    </ul>
  )
}
