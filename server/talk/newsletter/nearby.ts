import { priceText } from '#domain/market/kinds.ts'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { NEARBY_KM, NEARBY_LISTINGS } from '#domain/talk/newsletter.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { MailContent } from '#server/talk/mail/render.ts'
import type { NewsletterHooks, Residence } from '#server/talk/newsletter/hooks.ts'

type Point = { lat: number; lng: number }
const MOST_LISTINGS = 500
const KM_PER_DEGREE = 111.2

/** `memberId` if the recipient is a member, whose own listings are left out. */
export type Neighbour = Residence & { memberId?: string }

const kilometres = (from: Point, to: Point): number => {
  const scale = Math.cos((from.lat * Math.PI) / 180)
  return Math.hypot(to.lat - from.lat, (to.lng - from.lng) * scale) * KM_PER_DEGREE
}

const entryOf = (listing: ListingCard) => {
  const details = [listing.name, priceText(listing), listing.municipality].filter(Boolean)
  return { label: details.join(' · '), path: `/product/${listing._id}` }
}

/** The list at the end of a newsletter: new listings near the recipient, or from anywhere if the residence is unknown. */
export const makeNearbyLists = ({ listings, places }: NewsletterHooks) => ({
  async read(tx: Queries, since: Date, neighbours: Neighbour[]): Promise<MailContent['list'][]> {
    const added = await listings.publishedSince(tx, since, MOST_LISTINGS)
    if (added.length === 0) return neighbours.map(() => undefined)
    const points = await places.locate(tx, neighbours)
    return neighbours.map(({ memberId }, index) => {
      const home = points[index]
      const others = added.filter(({ seller }) => seller._id !== memberId)
      const near = others.filter(({ position }) => home && position && kilometres(home, position) <= NEARBY_KM)
      const chosen = (home ? near : others).slice(0, NEARBY_LISTINGS)
      if (chosen.length === 0) return undefined
      return { title: home ? 'Nuovi annunci vicino a te' : 'Nuovi annunci', entries: chosen.map(entryOf) }
    })
  },
})
export type NearbyLists = ReturnType<typeof makeNearbyLists>
