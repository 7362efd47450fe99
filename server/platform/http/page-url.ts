// Query parameters that are part of the cache key. Parameters in neither list are dropped before rendering.
const KEYED = ['sezione', 'near', 'km', 'section', 'free', 'picture', 'exact', 'vista', 'p', 'pareri']
// Pages with these parameters are not cached: the values are unbounded, or lead to a redirect.
const UNCACHED = [
  ...['redirect', 'riservata', 'mappa', 'q', 'codice', 'category', 'name', 'min', 'max', 'rating', 'order'],
  ...['importo', 'nota', 'tipo', 'prima', 'id', 'stato', 'cerco', 'only', 'annuncio'],
  'richieste',
]

export const PAGE_PARAMETERS: readonly string[] = [...KEYED, ...UNCACHED]

// The router's own parameter in requests for page data: the routes to load data for.
const ROUTES = '_routes'
const MAX_ROUTES = 2
const MAX_LENGTH = 500

const canonicalSegment = (segment: string): string | undefined => {
  try {
    return encodeURIComponent(decodeURIComponent(segment))
  } catch {
    return undefined
  }
}

/** Whether a path is spelled as in the links of the site: the router also matches other cases, encodings and slashes. */
const isCanonical = (path: string): boolean => {
  const segments = path.slice(1).split('/')
  const isLowerCase = path === path.toLowerCase() || segments[0] === 'search'
  return isLowerCase && (path === '/' || segments.every((each) => each !== '' && each === canonicalSegment(each)))
}

export type PageUrl = {
  /** The path with the known parameters, in a fixed order. */
  url: string
  /** Undefined if the page is not cached. */
  cacheKey: string | undefined
}

/** The URL that a page is rendered and cached for. `routeIds` are all routes of the build. */
export const readPageUrl = (requested: string, routeIds: ReadonlySet<string>): PageUrl => {
  const [path = '/', ...rest] = requested.split('?')
  const given = new URLSearchParams(rest.join('?'))
  const known = [...PAGE_PARAMETERS, ROUTES].flatMap((name) => {
    const value = given.get(name)
    return value === null ? [] : [[name, value]]
  })
  const query = new URLSearchParams(known).toString()
  const url = query ? `${path}?${query}` : path
  const routes = given.get(ROUTES)?.split(',') ?? []
  const isCached =
    isCanonical(path) &&
    url.length <= MAX_LENGTH &&
    !UNCACHED.some((name) => given.has(name)) &&
    routes.length <= MAX_ROUTES &&
    routes.every((id) => routeIds.has(id))
  return { url, cacheKey: isCached ? url : undefined }
}
