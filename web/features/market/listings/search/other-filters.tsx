import { NO_FILTERS, type SearchFilters } from '#web/features/market/listings/search/search-path.ts'

type Key = keyof SearchFilters
type Props = { filters: SearchFilters; without: readonly Key[] }

/** The other filters as hidden fields, for submits without JavaScript. The new search starts at the first page. */
export const OtherFilters = ({ filters, without }: Props) =>
  (Object.keys(NO_FILTERS) as Key[])
    .filter((key) => key !== 'p' && !without.includes(key) && filters[key] !== NO_FILTERS[key])
    .map((key) => <input key={key} type="hidden" name={key} value={filters[key]} />)
