import type { Listing, ListingPage, ListingQuery } from '#domain/listings.schema.ts'
import type { PublicMember } from '#domain/members.schema.ts'
import type { SiteSettings } from '#domain/settings.ts'

/** What a page's loader may ask of the server: everything a visitor may see, and nothing else. */
export type PageServices = {
  site: SiteSettings
  listings: {
    list(query: ListingQuery): Promise<ListingPage>
    get(id: string): Promise<Listing>
    categories(): Promise<string[]>
  }
  members: {
    /** Those who have a logo and a description to show. */
    sellers(): Promise<PublicMember[]>
    seller(id: string): Promise<PublicMember>
  }
}
