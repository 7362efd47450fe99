import { allServices, totalsOf, unitPrice } from '#domain/cart.ts'
import { hasStock } from '#domain/listings.ts'
import { toHundredths } from '#domain/money.ts'
import { COUNTRY } from '#domain/orders.ts'
import type { Queries } from '#server/db/connect.ts'
import { demoListings } from '#server/demo/listings.ts'
import { demoMembers } from '#server/demo/members.ts'
import type { MemberKey } from '#server/demo/types.ts'

const DAY = 24 * 60 * 60 * 1000

/** Moments as days ago; what has not happened yet is missing. */
type DemoOrder = { buyer: MemberKey; listing: string; qty: number; placed: number; paid?: number; delivered?: number }

export const demoOrders: readonly DemoOrder[] = [
  { buyer: 'segreteria', listing: 'Torta con panna', qty: 1, placed: 12, paid: 11, delivered: 9 },
  { buyer: 'forno', listing: 'Nocciole tostate', qty: 2, placed: 10, paid: 9, delivered: 8 },
  { buyer: 'sartoria', listing: 'Trenino di legno', qty: 1, placed: 10, paid: 8, delivered: 7 },
  { buyer: 'forno', listing: 'Tazze da colazione', qty: 4, placed: 6, paid: 5 },
  { buyer: 'furgone', listing: 'Messa a punto della bicicletta', qty: 1, placed: 5 },
  { buyer: 'sportello', listing: 'Dono pasta madre', qty: 1, placed: 4, paid: 3, delivered: 2 },
  { buyer: 'nonna', listing: 'Pacco sorpresa', qty: 1, placed: 4, paid: 3 },
  { buyer: 'terra', listing: 'Saponi naturali', qty: 2, placed: 4, paid: 3, delivered: 2 },
  { buyer: 'bottega', listing: 'Lezioni di chitarra', qty: 1, placed: 3, paid: 2, delivered: 1 },
  { buyer: 'forno', listing: 'Computer senza paura', qty: 1, placed: 2 },
  { buyer: 'nonna', listing: 'Pane di grano antico', qty: 1, placed: 0.9, paid: 0.5 },
  { buyer: 'terra', listing: 'Pane di grano antico', qty: 2, placed: 0.3 },
]

const find = <T>(things: readonly T[], isIt: (thing: T) => boolean, what: string): T => {
  const found = things.find(isIt)
  if (!found) throw new Error(`no demo ${what}`)
  return found
}

/** Orders in every state between demo members; whoever received theirs has reviewed it as a verified exchange. */
export const addOrders = async (sql: Queries, ids: ReadonlyMap<MemberKey, string>, now: Date): Promise<void> => {
  const ago = (days: number | undefined) => (days === undefined ? null : new Date(now.getTime() - days * DAY))
  for (const order of demoOrders) {
    const listing = find(demoListings, ({ name }) => name.startsWith(order.listing), order.listing)
    const buyer = find(demoMembers, ({ key }) => key === order.buyer, order.buyer)
    const inHundredths = { priceVal: toHundredths(listing.priceVal), priceEuro: toHundredths(listing.priceEuro) }
    const item = { ...listing, ...inHundredths, qty: order.qty }
    const totals = totalsOf([item])
    const address = {
      fullName: `${buyer.name} ${buyer.surname}`,
      address: 'Via dell’Esempio 1',
      city: buyer.municipality,
      postalCode: buyer.zipCode,
      country: COUNTRY,
      phone: '',
    }
    const [placed] = await sql<{ id: string }[]>`insert into orders ${sql({
      buyer_id: ids.get(order.buyer) ?? '',
      seller_id: ids.get(listing.seller) ?? '',
      shipping_address: allServices([item]) ? null : sql.json(address),
      items_price_val: totals.itemsPriceVal,
      items_price_euro: totals.itemsPriceEuro,
      shipping_price: totals.shippingPrice,
      total_price_val: totals.totalPriceVal,
      total_price_euro: totals.totalPriceEuro,
      created_at: ago(order.placed),
      paid_at: ago(order.paid),
      delivered_at: ago(order.delivered),
    })} returning id`
    const { priceVal, priceEuro } = unitPrice(item)
    await sql`
      insert into order_item (order_id, position, listing_id, name, image, qty, price_val, price_euro, takes_stock)
      select ${placed?.id ?? ''}, 1, id, name, coalesce(images[1], ''), ${order.qty}, ${priceVal}, ${priceEuro}, ${hasStock(item)}
      from listing where name = ${listing.name}`
  }
  await sql`
    update review r set verified_exchange = true
    from orders o join order_item i on i.order_id = o.id
    where o.delivered_at is not null and o.buyer_id = r.member_id and i.listing_id = r.listing_id`
}
