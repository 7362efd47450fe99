import type { ListingCard } from '#domain/market/listings.schema.ts'
import type { Queries } from '#server/platform/db/pool.ts'

/** Postal code and province from the profile; empty if unknown. */
export type Residence = { zipCode: string; city: string }
type Point = { lat: number; lng: number }

/** What newsletters need from areas that depend on this one; server/services.ts connects them. */
export type NewsletterHooks = {
  audience: {
    /** Returns verified members that are not suspended, ordered by id, after the given id. */
    mailableAfter(
      tx: Queries,
      id: string,
      most: number,
    ): Promise<(Residence & { id: string; name: string; email: string })[]>
    /** Returns the members with these addresses, by address key. */
    findByEmails(tx: Queries, emails: string[]): Promise<Map<string, Residence & { id: string; isSuspended: boolean }>>
    countMailable(): Promise<number>
    usernames(ids: string[]): Promise<Map<string, string>>
  }
  listings: { publishedSince(tx: Queries, moment: Date, most: number): Promise<ListingCard[]> }
  places: { locate(tx: Queries, residences: Residence[]): Promise<(Point | undefined)[]> }
}
