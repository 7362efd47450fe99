import { browserStore } from '#web/lib/browser-store.ts'

/** The member's first listing, just published; until the member closes what the page says about it. */
export type FirstListing = { memberId: string; name: string; comune: number | null }

export const firstListing = browserStore<FirstListing | null>('sessionStorage', 'primoAnnuncio', null)
