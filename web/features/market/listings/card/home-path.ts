import { SECTIONS, type Section } from '#domain/market/listings.ts'
import { browserStore } from '#web/lib/browser-store.ts'

/** The tabs of the home: all listings, and each section. */
export const HOME_TABS = ['all', ...SECTIONS] as const
export type HomeTab = (typeof HOME_TABS)[number]

/** The path of a page of a tab of the home. */
export const homePath = (tab: HomeTab, page: number): string =>
  `${page === 1 ? '/' : `/p/${page}`}${tab === 'all' ? '' : `?sezione=${tab}`}`

/** Parses tab and page of a home URL; undefined if invalid. */
export const readHome = (url: URL, p = '1'): { tab: HomeTab; page: number } | undefined => {
  const section = url.searchParams.get('sezione')
  const tab = section === null ? 'all' : SECTIONS.find((known) => known === section)
  return tab && /^[1-9]\d{0,6}$/.test(p) ? { tab, page: Number(p) } : undefined
}

/** The section whose listings a tab shows; undefined for all. */
export const sectionOf = (tab: HomeTab): Section | undefined => (tab === 'all' ? undefined : tab)

export type RememberedPages = Partial<Record<HomeTab, number>>

/** The last visited page of each tab, which it links to. */
export const rememberedPages = browserStore<RememberedPages>('sessionStorage', 'paginePerSezione', {})
