import type { ListingCard } from '#domain/market/listings.schema.ts'
import type { Queries } from '#server/platform/db/pool.ts'

/** Where somebody lives, as far as the profile says. */
export type Residence = { zipCode: string; city: string }
type Point = { lat: number; lng: number }

/** What newsletters need of the areas above; server/services.ts connects them. */
export type NewsletterHooks = {
  audience: {
    /** Verified members that are not suspended, in order of id, after one of them. */
    mailableAfter(
      tx: Queries,
      id: string,
      most: number,
    ): Promise<(Residence & { id: string; name: string; email: string })[]>
    /** The members with these addresses, by address key. */
    findByEmails(tx: Queries, emails: string[]): Promise<Map<string, Residence & { id: string; isSuspended: boolean }>>
    countMailable(): Promise<number>
    usernames(ids: string[]): Promise<Map<string, string>>
  }
  listings: { publishedSince(tx: Queries, moment: Date, most: number): Promise<ListingCard[]> }
  places: { locate(tx: Queries, residences: Residence[]): Promise<(Point | undefined)[]> }
}
