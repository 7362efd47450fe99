import type { Member } from '#domain/accounts/access.ts'
import { AppError } from '#domain/base/errors.ts'
import { type Totals, totalsInHundredths, unitPrice } from '#domain/exchange/cart.ts'
import { noPlacesLeft, ORDER_MESSAGES, onlyFrom, soldOut } from '#domain/exchange/order-messages.ts'
import type { OrderedItem, OrderRequest } from '#domain/exchange/orders.schema.ts'
import { COUNTRY } from '#domain/exchange/orders.ts'
import { eventPlace } from '#domain/market/events.ts'
import { canBeTogether, handedOver, hasStock, kindOf, leftOf, needsAddress, partiesOf } from '#domain/market/kinds.ts'
import type { Section } from '#domain/market/listings.ts'
import type { OrderableRow } from '#server/market/listings/rows.ts'

export type QuotedItem = {
  /** Null if the listing was deleted after it was paid for. */
  listingId: string | null
  name: string
  image: string
  qty: number
  priceVal: number
  priceEuro: number
  takesStock: boolean
  startsAt: Date | null
  endsAt: Date | null
  /** Where an event takes place; empty for other listings. */
  place: string
  auxPhone: string
}
/** The requested items at current prices; amounts in hundredths. */
export type Quote = {
  sellerId: string
  kind: Section
  giver: string | null
  payer: string | null
  payee: string | null
  items: QuotedItem[]
  totals: Totals
  needsAddress: boolean
}

/** Throws if fewer pieces or places are left. */
export const refuseShortage = (
  listing: Parameters<typeof leftOf>[0] & { section: Section; name: string },
  qty: number,
) => {
  const left = leftOf(listing)
  if (left !== null && qty > left)
    throw new AppError(
      'conflict',
      listing.section === 'avviso' ? noPlacesLeft(listing.name) : soldOut(listing.name, left),
    )
}

/** Checks the requested items against the current listings and computes their prices; throws if a rule is broken. */
export const quote = (
  requested: OrderedItem[],
  listings: OrderableRow[],
  viewer: Pick<Member, 'id' | 'hasAd'>,
  now: Date,
  inPerson = false,
): Quote => {
  if (!viewer.hasAd) throw new AppError('forbidden', ORDER_MESSAGES.needsAd)
  const found = new Map(handedOver(listings, inPerson).map((listing) => [listing.id, listing]))
  const priced = requested.map(({ product, qty }) => {
    const listing = found.get(product)
    const isPublic = listing?.shown && (listing.expiresAt === null || listing.expiresAt > now)
    if (!listing || !isPublic) throw new AppError('notFound', ORDER_MESSAGES.listingUnavailable)
    return { ...listing, ...unitPrice(listing), qty }
  })
  const [sellerId = '', ...others] = new Set(priced.map((item) => item.sellerId))
  const sections = priced.map(({ section }) => section)
  if (others.length > 0 || !canBeTogether(sections))
    throw new AppError('invalid', onlyFrom(priced[0]?.sellerName ?? ''))
  if (sellerId === viewer.id) throw new AppError('forbidden', ORDER_MESSAGES.ownListing)
  for (const item of priced) {
    if (!hasStock(item) && item.qty > 1) throw new AppError('invalid', ORDER_MESSAGES.oneAtATime)
    refuseShortage(item, item.qty)
  }
  const items = priced.map((item) => ({
    listingId: item.id,
    name: item.name,
    image: item.images[0] ?? '',
    qty: item.qty,
    priceVal: item.priceVal,
    priceEuro: item.priceEuro,
    takesStock: leftOf(item) !== null,
    startsAt: item.startsAt,
    endsAt: item.endsAt,
    place: item.section === 'avviso' ? eventPlace({ ...item, place: item.venue }) : '',
    auxPhone: item.auxPhone,
  }))
  const totals = totalsInHundredths(priced)
  const kind = kindOf(sections)
  const isFree = totals.totalPriceVal === 0 && totals.totalPriceEuro === 0
  const parties = partiesOf(kind, { owner: sellerId, requester: viewer.id, isFree })
  return { sellerId, kind, ...parties, items, totals, needsAddress: needsAddress(priced) }
}

/** The address of a request, which some kinds of listings need. */
export const addressFor = ({ needsAddress }: Quote, { shippingAddress }: Pick<OrderRequest, 'shippingAddress'>) => {
  if (!needsAddress) return null
  if (!shippingAddress) throw new AppError('invalid', ORDER_MESSAGES.addressRequired)
  return { ...shippingAddress, country: COUNTRY }
}
