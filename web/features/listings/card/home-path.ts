import { SECTIONS, type Section } from '#domain/listings.ts'
import { browserStore } from '#web/lib/browser-store.ts'

const FIRST: Section = 'offro'

/** The path of a page of a section of the home list. */
export const homePath = (section: Section, page: number): string =>
  `${page === 1 ? '/' : `/p/${page}`}${section === FIRST ? '' : `?sezione=${section}`}`

/** Whether the welcome comes first; on further pages it is below the listings. */
export const isWelcoming = (page: number): boolean => page === 1

/** Parses section and page of a home URL; undefined if invalid. */
export const readHome = (url: URL, p = '1'): { section: Section; page: number } | undefined => {
  const section = SECTIONS.find((known) => known === (url.searchParams.get('sezione') ?? FIRST))
  return section && /^[1-9]\d{0,6}$/.test(p) ? { section, page: Number(p) } : undefined
}

export type RememberedPages = Partial<Record<Section, number>>

/** The tabs keep the page number of each section. */
export const rememberedPages = browserStore<RememberedPages>('sessionStorage', 'paginePerSezione', {})
