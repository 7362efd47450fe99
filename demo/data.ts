import { addDays, fromItalianTime, HOUR_MS, italianDate } from '#domain/base/dates.ts'
import type { Section } from '#domain/market/listings.ts'
import avviso from './data/listings-avviso.json' with { type: 'json' }
import cerco from './data/listings-cerco.json' with { type: 'json' }
import dono from './data/listings-dono.json' with { type: 'json' }
import offro from './data/listings-offro.json' with { type: 'json' }
import propongo from './data/listings-propongo.json' with { type: 'json' }
import members from './data/members.json' with { type: 'json' }
import orders from './data/orders.json' with { type: 'json' }

// Every date in the data is a number of days before the day of seeding. Pictures and logos are file names in `pictures/`.

export type DemoMember = {
  /** Identifies the member in the other files. */
  key: string
  username: string
  name: string
  surname: string
  email: string
  phone: string
  province: string
  municipality: string
  zipCode: string
  verified: boolean
  isAdmin: boolean
  joinedDaysAgo: number
  seller: { name: string; description: string; link: string }
  logo?: string
}

type ReviewText = { by: string; rating: number; comment: string; reply?: string }

/** A listing as written in the JSON files; prices are decimal numbers, `brand` holds comma-separated tags. */
type ListingText = {
  seller: string
  name: string
  description: string
  category: string
  brand: string
  publishedDaysAgo: number
  /** Negative when it has already expired. */
  expiresInDays?: number
  /** For events: days until the start, negative if over. With `weekday` (0 is Sunday), the first such day from then on. */
  startsInDays?: number
  weekday?: number
  /** HH:mm in Italy. */
  startTime?: string
  hours?: number
  place?: string
  places?: number
  priceVal?: number
  priceEuro?: number
  isService?: boolean
  countInStock?: number
  delivery?: string
  pause?: boolean
  pictures: string[]
  reviews?: ReviewText[]
}

export type DemoReview = ReviewText & { daysAgo: number }
export type DemoListing = ReturnType<typeof completeListing>

export type DemoOrder = {
  buyer: string
  /** The whole name of the listing. */
  listing: string
  qty: number
  placedDaysAgo: number
  /** The sum that one of them proposed last, if it is not the listed price. */
  proposed?: { by: 'owner' | 'requester'; val: number; euro: number; daysAgo: number }
  /** Missing where a later step follows from it, and for events, which need no answer. */
  agreedDaysAgo?: number
  paidDaysAgo?: number
  handedOverDaysAgo?: number
  deliveredDaysAgo?: number
  concludedDaysAgo?: number
  cancelledDaysAgo?: number
  /** Missing if the owner of the listing cancelled. */
  cancelledBy?: 'requester'
  cancelReason?: string
  expiredDaysAgo?: number
  problem?: { by: 'owner' | 'requester'; text: string; daysAgo: number }
  /** What each party says about the other, the day after the end. */
  feedback?: Partial<Record<'requester' | 'owner', { rating: number; comment: string }>>
}

export const DEMO_PASSWORD = 'piazza-demo'

export const demoMembers: readonly DemoMember[] = members

export const demoMember = (key: string): DemoMember => {
  const found = demoMembers.find((member) => member.key === key)
  if (!found) throw new Error(`No demo member has the key ${key}.`)
  return found
}

const completeListing = (section: Section, text: ListingText) => {
  const { province, municipality } = demoMember(text.seller)
  const { reviews = [], publishedDaysAgo } = text
  return {
    priceVal: 0,
    priceEuro: 0,
    isService: false,
    countInStock: 1,
    delivery: 'no preferences',
    pause: false,
    place: '',
    country: 'Italia',
    state: 'Piemonte',
    city: province,
    municipality,
    ...text,
    section,
    // Evenly spread between publication and today.
    reviews: reviews.map(
      (review, index): DemoReview => ({
        ...review,
        daysAgo: Math.floor(publishedDaysAgo * (1 - (index + 1) / (reviews.length + 1))),
      }),
    ),
  }
}

const bySection: Record<Section, ListingText[]> = { offro, cerco, propongo, avviso, dono }

export const demoListings: readonly DemoListing[] = (Object.keys(bySection) as Section[]).flatMap((section) =>
  bySection[section].map((text) => completeListing(section, text)),
)

/** The times of an event when the data are inserted at `now`; null for other listings. */
export const eventTimes = ({ startsInDays, weekday, startTime, hours = 1 }: ListingText, now: Date) => {
  if (startsInDays === undefined) return { startsAt: null, endsAt: null }
  const first = addDays(italianDate(now), startsInDays)
  const wait = weekday === undefined ? 0 : (weekday - new Date(first).getUTCDay() + 7) % 7
  const startsAt = fromItalianTime(`${addDays(first, wait)}T${startTime}`)
  return { startsAt, endsAt: new Date(startsAt.getTime() + hours * HOUR_MS) }
}

/** Oldest first. */
export const demoOrders: readonly DemoOrder[] = orders as DemoOrder[]
