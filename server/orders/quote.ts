import type { Member } from '#domain/access.ts'
import { allServices, type Totals, totalsOf, unitPrice } from '#domain/cart.ts'
import { AppError } from '#domain/errors.ts'
import { hasStock } from '#domain/listings.ts'
import type { OrderedItem } from '#domain/orders.schema.ts'
import { ORDER_MESSAGES, soldOut } from '#domain/orders.ts'
import type { OrderableRow } from '#server/listings/rows.ts'

export type QuotedItem = {
  listingId: string
  name: string
  image: string
  qty: number
  priceVal: number
  priceEuro: number
  takesStock: boolean
  auxPhone: string
}
/** What is asked for, at what it costs now; amounts in hundredths. */
export type Quote = { sellerId: string; items: QuotedItem[]; totals: Totals; isServices: boolean }

/** What a member may ask for of these listings as they are now; whatever breaks a rule is refused. */
export const quote = (wanted: OrderedItem[], listings: OrderableRow[], viewer: Member, now: Date): Quote => {
  if (!viewer.hasAd) throw new AppError('forbidden', ORDER_MESSAGES.needsAd)
  const found = new Map(listings.map((listing) => [listing.id, listing]))
  const lines = wanted.map(({ product, qty }) => {
    const listing = found.get(product)
    const isPublic = listing?.shown && (listing.expiresAt === null || listing.expiresAt > now)
    if (!listing || !isPublic) throw new AppError('missing', ORDER_MESSAGES.listingGone)
    return { ...listing, ...unitPrice(listing), qty }
  })
  const [sellerId = '', ...others] = new Set(lines.map((line) => line.sellerId))
  if (others.length > 0) throw new AppError('invalid', ORDER_MESSAGES.manySellers)
  if (sellerId === viewer.id) throw new AppError('forbidden', ORDER_MESSAGES.ownListing)
  for (const line of lines) {
    if (hasStock(line)) {
      if (line.qty > line.stock) throw new AppError('conflict', soldOut(line.name, line.stock))
    } else if (line.qty > 1) throw new AppError('invalid', ORDER_MESSAGES.oneAtATime)
  }
  const items = lines.map((line) => ({
    listingId: line.id,
    name: line.name,
    image: line.images[0] ?? '',
    qty: line.qty,
    priceVal: line.priceVal,
    priceEuro: line.priceEuro,
    takesStock: hasStock(line),
    auxPhone: line.auxPhone,
  }))
  return { sellerId, items, totals: totalsOf(lines), isServices: allServices(lines) }
}
