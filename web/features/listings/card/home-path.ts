import { SECTIONS, type Section } from '#domain/listings.ts'
import { browserStore } from '#web/lib/browser-store.ts'

const FIRST: Section = 'offro'

/** The address of one page of a section of the showcase. */
export const homePath = (section: Section, page: number): string =>
  `${page === 1 ? '/' : `/p/${page}`}${section === FIRST ? '' : `?sezione=${section}`}`

/** Who leafs on has been welcomed: further pages begin with their listings, and the welcome closes them. */
export const isWelcoming = (page: number): boolean => page === 1

/** Which section and page an address of the showcase means; undefined when there is no such page. */
export const readHome = (url: URL, p = '1'): { section: Section; page: number } | undefined => {
  const section = SECTIONS.find((known) => known === (url.searchParams.get('sezione') ?? FIRST))
  return section && /^[1-9]\d{0,6}$/.test(p) ? { section, page: Number(p) } : undefined
}

export type RememberedPages = Partial<Record<Section, number>>

/** Each section comes back at the page where one left it. */
export const rememberedPages = browserStore<RememberedPages>('sessionStorage', 'paginePerSezione', {})
