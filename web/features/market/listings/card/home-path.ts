import { SECTIONS, type Section } from '#domain/market/listings.ts'
import { browserStore } from '#web/lib/browser-store.ts'

const DEFAULT_SECTION: Section = 'offro'

/** The path of a page of a section of the home list. */
export const homePath = (section: Section, page: number): string =>
  `${page === 1 ? '/' : `/p/${page}`}${section === DEFAULT_SECTION ? '' : `?sezione=${section}`}`

/** Whether the welcome text is above the listings; on further pages it is below them. */
export const hasWelcomeFirst = (page: number): boolean => page === 1

/** Parses section and page of a home URL; undefined if invalid. */
export const readHome = (url: URL, p = '1'): { section: Section; page: number } | undefined => {
  const section = SECTIONS.find((known) => known === (url.searchParams.get('sezione') ?? DEFAULT_SECTION))
  return section && /^[1-9]\d{0,6}$/.test(p) ? { section, page: Number(p) } : undefined
}

export type RememberedPages = Partial<Record<Section, number>>

/** The last visited page of each section, which its tab links to. */
export const rememberedPages = browserStore<RememberedPages>('sessionStorage', 'paginePerSezione', {})
