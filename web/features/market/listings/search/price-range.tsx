import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { AMOUNT_PATTERN } from '#domain/base/money.ts'
import { FILTER_NAVIGATION } from '#web/features/market/listings/search/filter-link.tsx'
import { OtherFilters } from '#web/features/market/listings/search/other-filters.tsx'
import { changedSearch, type SearchFilters } from '#web/features/market/listings/search/search-path.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './price-range.module.css'

const amountIn = (data: FormData, name: string): string =>
  String(data.get(name) ?? '')
    .trim()
    .replace(',', '.') || '0'

const AMOUNT = { type: 'text', inputMode: 'decimal', pattern: AMOUNT_PATTERN, autoComplete: 'off' } as const

/** Any range of prices in VAL. */
export const PriceRange = ({ filters }: { filters: SearchFilters }) => {
  const navigate = useNavigate()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void navigate(changedSearch(filters, { min: amountIn(data, 'min'), max: amountIn(data, 'max') }), FILTER_NAVIGATION)
  }
  const shown = (amount: string) => (amount === '0' ? '' : amount.replace('.', ','))
  return (
    <form action="/search" className={styles.range} onSubmit={search}>
      <OtherFilters filters={filters} without={['min', 'max']} />
      <label>
        Da
        <input {...AMOUNT} name="min" defaultValue={shown(filters.min)} aria-label="Prezzo minimo in VAL" />
      </label>
      <label>
        a
        <input {...AMOUNT} name="max" defaultValue={shown(filters.max)} aria-label="Prezzo massimo in VAL" />
      </label>
      <span>VAL</span>
      <Button type="submit" kind="outlined" className={styles.apply}>
        Applica
      </Button>
    </form>
  )
}
