import { DEFAULT_KM, type ListingSort, type Section } from '#domain/market/listings.ts'

/** The filters of a search, as written in its URL. */
export const NO_FILTERS = {
  category: '',
  name: '',
  min: '0',
  max: '0',
  rating: '0',
  /** Empty for the default: nearest with `near`, best match with `name`, soonest for events, otherwise newest. */
  order: '' as ListingSort | '',
  p: '1',
  /** A comune such as `Ivrea (TO)`; empty for anywhere. */
  near: '',
  km: String(DEFAULT_KM),
  section: '' as Section | '',
  /** `1` for listings that cost nothing. */
  free: '',
  /** `1` for listings with a picture. */
  picture: '',
  /** `1` for the words as typed, without corrections. */
  exact: '',
  /** `mappa` for a map beside the list. */
  vista: '',
}

export type SearchFilters = typeof NO_FILTERS

// These filters are not in the specification's paths, so they are query parameters.
const OWN_KEYS = ['section', 'free', 'picture', 'exact', 'vista'] as const
const QUERY_KEYS: readonly string[] = ['near', 'km', ...OWN_KEYS]
const isKey = (text: string): text is keyof SearchFilters => Object.hasOwn(NO_FILTERS, text)
const isPathKey = (text: string): boolean => isKey(text) && !QUERY_KEYS.includes(text)

// Browsers resolve `.` and `..` segments, so such texts go into the query.
const fitsInPath = (text: string): boolean => !/^\.{1,2}$/.test(text)
const segment = (text: string): string => encodeURIComponent(text.toWellFormed())

export const searchPath = (filters: SearchFilters): string => {
  const { category, name, min, max, rating, order, p, near, km } = filters
  const parts = ['/search']
  const query = new URLSearchParams()
  if (category) fitsInPath(category) ? parts.push('category', segment(category)) : query.set('category', category)
  if (name) fitsInPath(name) ? parts.push('name', segment(name)) : query.set('name', name)
  if (min !== '0' || max !== '0') parts.push('min', segment(min), 'max', segment(max))
  if (rating !== '0') parts.push('rating', segment(rating))
  if (order) parts.push('order', segment(order))
  if (p !== '1') parts.push('p', segment(p))
  if (near) query.set('near', near.toWellFormed())
  if (near && km !== NO_FILTERS.km) query.set('km', km)
  for (const key of OWN_KEYS) if (filters[key]) query.set(key, filters[key].toWellFormed())
  return parts.join('/') + (query.size > 0 ? `?${query}` : '')
}

/** The parameters of GET /api/products that filter the listings. */
export const queryOf = ({ p: _page, order: _order, vista: _view, near, km, ...others }: SearchFilters) => ({
  ...others,
  ...(near && { near, km }),
})

/** The path of the search with changed filters, from its first page. */
export const changedSearch = (filters: SearchFilters, change: Partial<SearchFilters>): string =>
  searchPath({ ...filters, p: '1', ...change })

/** Removes the filters; words, place and view stay. */
export const withoutFilters = ({ name, exact, near, km, vista }: SearchFilters): SearchFilters => ({
  ...NO_FILTERS,
  name,
  exact,
  near,
  km,
  vista,
})

/** The number of active filters. */
export const countFilters = ({ category, min, max, rating, section, free, picture }: SearchFilters): number =>
  [category, min !== '0' || max !== '0', rating !== '0', section, free, picture].filter(Boolean).length

export const nameSearchPath = (name: string): string => searchPath({ ...NO_FILTERS, name: name.trim() })
export const categoryPath = (category: string): string => searchPath({ ...NO_FILTERS, category })

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** Parses path and query of a search; undefined if the path is not one. */
export const readSearch = (url: URL): SearchFilters | undefined => {
  const filters: Record<keyof SearchFilters, string> = { ...NO_FILTERS }
  const set = (key: string, value: string | undefined) => {
    if (!isKey(key) || value === undefined) return false
    filters[key] = value === '' || value === 'all' ? NO_FILTERS[key] : value
    return true
  }
  const parts = url.pathname
    .replace(/^\/search/, '')
    .replace(/\/$/, '')
    .split('/')
    .slice(1)
  for (let i = 0; i < parts.length; i += 2) {
    const key = parts[i] ?? ''
    if (!isPathKey(key) || !set(key, decoded(parts[i + 1] ?? ''))) return undefined
  }
  for (const [key, value] of url.searchParams) set(key, value)
  return filters as SearchFilters
}

/** Whether the query has filters that belong in the path, as after a form submit without JavaScript. */
export const hasPathFiltersInQuery = (url: URL): boolean => [...url.searchParams.keys()].some(isPathKey)

/** The filters of a page; undefined if it is no search. */
export const searchAt = ({ pathname, search }: { pathname: string; search: string }): SearchFilters | undefined =>
  /^\/search(\/|$)/.test(pathname) ? readSearch(new URL(`${pathname}${search}`, 'https://piazza.invalid')) : undefined
