import type { Listing, ListingPage, ListingQuery } from '#domain/listings.ts'
import type { SiteSettings } from '#domain/settings.ts'

/** What a page's loader may ask of the server: everything a visitor may see, and nothing else. */
export type PageServices = {
  site: SiteSettings
  listings: {
    list(query: ListingQuery): Promise<ListingPage>
    get(id: string): Promise<Listing>
    categories(): Promise<string[]>
  }
}
