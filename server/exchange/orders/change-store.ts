import type { Settlement } from '#domain/exchange/agreement.schema.ts'
import { OPEN_STATES } from '#domain/exchange/orders.ts'
import type { Quote } from '#server/exchange/orders/quote.ts'
import type { StoredAddress } from '#server/exchange/orders/store.ts'
import type { EventDetails } from '#server/market/hooks.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

export type NewOrder = Quote & {
  buyerId: string
  shippingAddress: StoredAddress | null
  paymentMethod: string
  message: string
  /** The sum for the whole request, in hundredths; the requester proposes it. */
  terms: { val: number; euro: number }
  /** Whether it is agreed at once, without an answer. */
  agreed: boolean
  ringId: string | null
  at: Date
  /** When the owner is mailed; null if they have no address. */
  mailedAt: Date | null
}
export type NewTerms = {
  val: number
  euro: number
  by: string
  at: Date
  payer: string | null
  payee: string | null
}
/** A step that an order keeps the time of. */
export type Moment = 'agreed' | 'paid' | 'handedOver' | 'delivered' | 'concluded'
export type Participant = { orderId: string; memberId: string; sellerId: string }
type KnownEvent = EventDetails & { onShow: boolean }
/** What a participant was told of an event, and how it is now. */
export type UntoldEvent = Participant & { before: KnownEvent; after: KnownEvent }
export type ConcludedRow = {
  orderId: string
  buyerId: string
  sellerId: string
  event: string
  /** Null if the listing was deleted. */
  listingId: string | null
}
export type OrderMail = 'buyerReminder' | 'sellerReminder' | 'secondMail'

export type ChangeStore = ReturnType<typeof makeChangeStore>

const isOverEvent = (now: Date) => sql`
  o.kind = 'avviso' and o.concluded_at is null and o.cancelled_at is null and not exists (
    select from order_item i where i.order_id = o.id and (i.ends_at is null or i.ends_at > ${now}))`

const isOpenEvent = sql`o.kind = 'avviso' and o.concluded_at is null and o.cancelled_at is null`

type StoredEvent = { startsAt: string | null; endsAt: string | null; place: string; onShow: boolean }
const known = sql`jsonb_build_object('startsAt', i.starts_at, 'endsAt', i.ends_at, 'place', i.place, 'onShow', i.on_show)`
const eventOf = ({ startsAt, endsAt, ...rest }: StoredEvent): KnownEvent => ({
  ...rest,
  startsAt: startsAt === null ? null : new Date(startsAt),
  endsAt: endsAt === null ? null : new Date(endsAt),
})

export const makeChangeStore = (db: Database) => {
  const columnOf: Record<Moment | OrderMail, Sql> = {
    agreed: sql`agreed_at`,
    handedOver: sql`handed_over_at`,
    paid: sql`paid_at`,
    delivered: sql`delivered_at`,
    concluded: sql`concluded_at`,
    buyerReminder: sql`buyer_reminded_at`,
    sellerReminder: sql`seller_reminded_at`,
    secondMail: sql`second_mail_at`,
  }

  return {
    transaction: db.transaction,

    async add(tx: Queries, order: NewOrder): Promise<string> {
      const { totals } = order
      const row = await tx.first<{ id: string }>(sql`
        insert into orders (buyer_id, seller_id, kind, giver_id, payer_id, payee_id, shipping_address, payment_method, message, items_price_val, items_price_euro,
          shipping_price, total_price_val, total_price_euro, terms_by, terms_at, agreed_at, answered_at, turn_at, ring_id, created_at,
          request_mailed_at)
        values (${order.buyerId}, ${order.sellerId}, ${order.kind}, ${order.giver}, ${order.payer}, ${order.payee},
          ${order.shippingAddress && JSON.stringify(order.shippingAddress)},
          ${order.paymentMethod}, ${order.message}, ${totals.itemsPriceVal}, ${totals.itemsPriceEuro}, ${totals.shippingPrice},
          ${order.terms.val}, ${order.terms.euro}, ${order.buyerId}, ${order.at}, ${order.agreed ? order.at : null},
          ${order.kind === 'avviso' || order.ringId ? order.at : null}, ${order.at}, ${order.ringId}, ${order.at},
          ${order.mailedAt})
        returning id`)
      const id = row?.id ?? ''
      const items = order.items.map((item, index) => ({ ...item, position: index + 1 }))
      await tx.execute(sql`
        insert into order_item (order_id, position, listing_id, name, image, qty, price_val, price_euro, takes_stock,
          starts_at, ends_at, place)
        select ${id}, i.position, i."listingId", i.name, i.image, i.qty, i."priceVal", i."priceEuro", i."takesStock",
          i."startsAt", i."endsAt", i.place
        from jsonb_to_recordset(${JSON.stringify(items)}) as i (position smallint, "listingId" uuid, name text, image text,
          qty integer, "priceVal" integer, "priceEuro" integer, "takesStock" boolean,
          "startsAt" timestamptz, "endsAt" timestamptz, place text)`)
      return id
    },

    /** Adds the address to an open order that was placed without one; false if there was nothing to add. */
    async completeAddress(tx: Queries, id: string, address: StoredAddress): Promise<boolean> {
      const count = await tx.execute(sql`
        update orders set shipping_address = ${JSON.stringify(address)}
        where id = ${id} and shipping_address is null and state = any(${[...OPEN_STATES]})`)
      return count > 0
    },

    /** Adds the message to an order that was placed without one; false if it has one. */
    async completeMessage(tx: Queries, id: string, message: string): Promise<boolean> {
      return (await tx.execute(sql`update orders set message = ${message} where id = ${id} and message = ''`)) > 0
    },

    /** Locks an order, so that its steps run one after the other. Returns false if the order was deleted. */
    async lock(tx: Queries, id: string): Promise<boolean> {
      return (await tx.execute(sql`select from orders where id = ${id} for update`)) > 0
    },

    /** Locks several orders, by id. */
    async lockAll(tx: Queries, ids: string[]): Promise<void> {
      await tx.execute(sql`select from orders where id = any(${ids}::uuid[]) order by id for update`)
    },

    /** The orders of a ring that broke are ordinary ones from then on. */
    async leaveRing(tx: Queries, ringId: string): Promise<void> {
      await tx.execute(sql`update orders set ring_id = null where ring_id = ${ringId}`)
    },

    async setMoment(tx: Queries, id: string, moment: Moment, at: Date | null): Promise<void> {
      await tx.execute(sql`update orders set ${columnOf[moment]} = ${at} where id = ${id}`)
    },

    /** Stores another proposal, which is not agreed yet. */
    async setTerms(tx: Queries, id: string, { val, euro, by, at, payer, payee }: NewTerms): Promise<void> {
      await tx.execute(sql`
        update orders set total_price_val = ${val}, total_price_euro = ${euro}, terms_by = ${by}, terms_at = ${at},
          payer_id = ${payer}, payee_id = ${payee}, agreed_at = null
        where id = ${id}`)
    },

    /** Starts the wait for the next step. Also ends a problem that the server opened because nobody acted. */
    async restartTurn(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`
        update orders set turn_at = ${at}, reminders = 0,
          problem_at = case when problem_by is null then null else problem_at end,
          problem_text = case when problem_by is null then '' else problem_text end
        where id = ${id}`)
    },

    async recordAnswer(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`update orders set answered_at = ${at} where id = ${id} and answered_at is null`)
    },

    async cancel(
      tx: Queries,
      id: string,
      { by, reason, at }: { by: string | null; reason: string; at: Date },
    ): Promise<void> {
      await tx.execute(sql`
        update orders set cancelled_at = ${at}, cancelled_by = ${by},
          cancel_reason = case when ${reason} = '' then cancel_reason else ${reason} end
        where id = ${id}`)
    },

    async clearSettlement(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`
        update orders set settled_at = null, settled_outcome = null, settled_reason = '' where id = ${id}`)
    },

    /** Stores the reason of a request that is closed once its VAL are back. */
    async setCancelReason(tx: Queries, id: string, reason: string): Promise<void> {
      await tx.execute(sql`update orders set cancel_reason = ${reason} where id = ${id}`)
    },

    async expire(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`update orders set expired_at = ${at} where id = ${id}`)
    },

    /** `by` is null if the server opens it. */
    async openProblem(tx: Queries, id: string, { by, text, at }: { by: string | null; text: string; at: Date }) {
      await tx.execute(sql`
        update orders set problem_at = ${at}, problem_by = ${by}, problem_text = ${text} where id = ${id}`)
    },

    async endProblem(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`
        update orders set problem_at = null, problem_by = null, problem_text = '' where id = ${id} and problem_at is not null`)
    },

    async settle(tx: Queries, id: string, { outcome, reason, at }: Settlement & { at: Date }): Promise<void> {
      await tx.execute(sql`
        update orders set settled_at = ${at}, settled_outcome = ${outcome}, settled_reason = ${reason} where id = ${id}`)
    },

    remove: async (tx: Queries, id: string): Promise<void> => {
      await tx.execute(sql`delete from orders where id = ${id}`)
    },

    /** The open requests to take part in an event, with the time and place of their last notice. */
    participants: (tx: Queries, listingId: string): Promise<Participant[]> =>
      tx.query<Participant>(sql`
        select o.id as "orderId", o.buyer_id as "memberId", o.seller_id as "sellerId"
        from order_item i join orders o on o.id = i.order_id where i.listing_id = ${listingId} and ${isOpenEvent}
        order by o.id`),

    /** Copies the details to the open requests; null if it is no longer an event. Returns how many have changed. */
    moveEvent: (tx: Queries, listingId: string, details: EventDetails | null): Promise<number> =>
      tx.execute(sql`
        update order_item i set told = coalesce(i.told, ${known}), ${
          details
            ? sql`starts_at = ${details.startsAt}, ends_at = ${details.endsAt}, place = ${details.place}, on_show = true`
            : sql`on_show = false`
        }
        from orders o where i.listing_id = ${listingId} and o.id = i.order_id and ${isOpenEvent} and ${
          details
            ? sql`(i.starts_at, i.ends_at, i.place, i.on_show)
                is distinct from (${details.startsAt}::timestamptz, ${details.endsAt}::timestamptz, ${details.place}::text, true)`
            : sql`i.on_show`
        }`),

    /** The open requests whose participants have not been told how the event is now, and marks them as told. */
    async takeUntold(tx: Queries, listingId: string): Promise<UntoldEvent[]> {
      type Row = Participant & { before: StoredEvent; after: StoredEvent }
      const rows = await tx.query<Row>(sql`
        with untold as (
          select i.order_id, i.position, i.told, o.buyer_id, o.seller_id
          from order_item i join orders o on o.id = i.order_id
          where i.listing_id = ${listingId} and i.told is not null and ${isOpenEvent} order by i.order_id for update of i)
        update order_item i set told = null from untold u where i.order_id = u.order_id and i.position = u.position
        returning u.order_id as "orderId", u.buyer_id as "memberId", u.seller_id as "sellerId", u.told as before, ${known} as after`)
      return rows.map(({ before, after, ...participant }) => ({
        ...participant,
        before: eventOf(before),
        after: eventOf(after),
      }))
    },

    /** At most `limit` open requests whose events have all ended. */
    overEvents: (tx: Queries, now: Date, limit: number): Promise<ConcludedRow[]> =>
      tx.query<ConcludedRow>(sql`
        select o.id as "orderId", o.buyer_id as "buyerId", o.seller_id as "sellerId",
          (select string_agg(i.name, ', ' order by i.position) from order_item i where i.order_id = o.id) as event,
          (select i.listing_id from order_item i where i.order_id = o.id and i.listing_id is not null
            order by i.position limit 1) as "listingId"
        from orders o where ${isOverEvent(now)} order by o.id limit ${limit}`),

    hasOverEvents: (now: Date): Sql => sql`exists (select from orders o where ${isOverEvent(now)})`,

    /** Returns the ids that this call concluded; skips orders that were concluded, cancelled or rescheduled meanwhile. */
    async conclude(tx: Queries, ids: string[], now: Date): Promise<Set<string>> {
      const rows = await tx.query<{ id: string }>(sql`
        update orders set concluded_at = ${now} where id in (
          select o.id from orders o where o.id = any(${ids}::uuid[]) and ${isOverEvent(now)} order by o.id for update)
        returning id`)
      return new Set(rows.map(({ id }) => id))
    },

    /** The stock that an agreed order takes from listings that still exist. */
    stockOf: (tx: Queries, id: string): Promise<{ listingId: string; qty: number }[]> =>
      tx.query(sql`
        select listing_id as "listingId", qty from order_item
        where order_id = ${id} and takes_stock and listing_id is not null`),

    /** Records that a mail about an order is sent; false if it was recorded before. */
    async recordMail(tx: Queries, id: string, mail: OrderMail, at: Date): Promise<boolean> {
      const column = columnOf[mail]
      const count = await tx.execute(sql`update orders set ${column} = ${at} where id = ${id} and ${column} is null`)
      return count > 0
    },
  }
}
