import type { PublicMember } from '#domain/accounts/members.schema.ts'
import type { PageText } from '#domain/association/page-texts.schema.ts'
import type { TextPage } from '#domain/association/page-texts.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import type { FeedbackPage } from '#domain/exchange/feedback.schema.ts'
import type { Listing, ListingPage, ListingQuery } from '#domain/market/listings.schema.ts'
import type { CurrencyFigures, RoundPage } from '#domain/val/currency.schema.ts'

/** Services available to page loaders: public data only, since rendered pages are cached for all visitors. */
export type PageServices = {
  site: SiteSettings
  listings: {
    list(query: ListingQuery): Promise<ListingPage>
    get(id: string): Promise<Listing>
    categories(): Promise<string[]>
  }
  texts: { get(page: TextPage): Promise<PageText> }
  currency: {
    figures(): Promise<CurrencyFigures>
    /** Announced and past, newest first. */
    rounds(): Promise<RoundPage>
  }
  members: {
    /** Sellers with a logo and a description. */
    sellers(): Promise<PublicMember[]>
    /** The best-rated sellers. */
    topSellers(): Promise<PublicMember[]>
    seller(id: string): Promise<PublicMember>
    /** The median time in minutes until a seller answers; null with too few answers. */
    answerTime(id: string): Promise<number | null>
    /** What others say about a seller as a person. */
    feedback(id: string, p: number): Promise<FeedbackPage>
  }
}
