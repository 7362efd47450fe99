import { NO_MAILBOX } from '#domain/accounts/desk.ts'
import { isId } from '#domain/base/ids.ts'
import type { OrderView, ShippingAddress } from '#domain/exchange/orders.schema.ts'
import { OPEN_STATES, type OrderFilter, type OrderState, type SettleOutcome } from '#domain/exchange/orders.ts'
import type { Section } from '#domain/market/listings.ts'
import { countUpTo, isTooMany, LIMIT_COLLECTED, searchLongList } from '#server/platform/db/long-list.ts'
import { limitOf, type Page } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { empty, escapeLike, type Sql, sql } from '#server/platform/db/sql.ts'

export type StoredAddress = ShippingAddress & { country: string }
export type OrderRow = {
  id: string
  number: number
  createdAt: Date
  buyerId: string
  buyerName: string
  /** Null if the buyer was deleted. */
  buyer: { name: string; email: string; phone: string } | null
  sellerId: string
  sellerName: string
  sellerPhone: string
  sellerAtDesk: boolean
  buyerAtDesk: boolean
  suspended: { member: string; until: string | null }[]
  requesterName: string
  shippingAddress: StoredAddress | null
  /** Prices in hundredths; times as PostgreSQL writes them in JSON. */
  items: (Omit<OrderView['orderItems'][number], 'reviewed'> & { reviewedAt: string | null })[]
  paymentMethod: string
  message: string
  itemsPriceVal: number
  itemsPriceEuro: number
  shippingPrice: number
  totalPriceVal: number
  totalPriceEuro: number
  state: OrderState
  termsBy: string
  termsAt: Date
  answered: boolean
  agreedAt: Date | null
  paidAt: Date | null
  handedOverAt: Date | null
  deliveredAt: Date | null
  concludedAt: Date | null
  cancelledAt: Date | null
  cancelledBy: string | null
  cancelReason: string
  expiredAt: Date | null
  problemAt: Date | null
  problemBy: string | null
  problemText: string
  settledAt: Date | null
  settledOutcome: SettleOutcome | null
  settledReason: string
  ring: string | null
  ringMembers: number
  /** Ids of the parties that have said how the other one was. */
  feedbackBy: string[]
  kind: Section
  giver: string | null
  payer: string | null
  payee: string | null
  buyerRemindedAt: Date | null
  sellerRemindedAt: Date | null
  requestMailedAt: Date | null
  secondMailAt: Date | null
}
export type OrderSelection = Page & {
  buyerId?: string
  sellerId?: string | undefined
  /** Part of a name, a number or an id. */
  words?: string | undefined
  only?: { filter: OrderFilter; before: Date } | undefined
}

const AT_DESK = `%${NO_MAILBOX}`
const NUMBER = /^\d{1,15}$/

export type OrdersStore = ReturnType<typeof makeOrdersStore>

export const makeOrdersStore = (db: Database) => {
  const columns = sql`
    o.id, o.number, o.created_at as "createdAt", o.buyer_id as "buyerId", b.username as "buyerName", o.seller_id as "sellerId",
    s.shown_name as "sellerName", s.phone as "sellerPhone", s.email like ${AT_DESK} as "sellerAtDesk",
    b.email like ${AT_DESK} as "buyerAtDesk",
    (select coalesce(json_agg(json_build_object('member', p.id, 'until', p.suspended_until)), '[]') from (values
      (s.id, s.suspended_at, s.suspended_until), (b.id, b.suspended_at, b.suspended_until)) p(id, suspended_at, suspended_until)
      where p.suspended_at is not null) as suspended,
    b.shown_name as "requesterName",
    case when b.deleted_at is null then json_build_object('name',
        coalesce(nullif(trim(b.name || ' ' || b.surname), ''), b.username), 'email', b.email, 'phone', b.phone)
      end as buyer,
    o.shipping_address as "shippingAddress", o.payment_method as "paymentMethod", o.message, o.items_price_val as "itemsPriceVal",
    o.items_price_euro as "itemsPriceEuro", o.shipping_price as "shippingPrice", o.total_price_val as "totalPriceVal",
    o.total_price_euro as "totalPriceEuro", o.state, o.terms_by as "termsBy", o.terms_at as "termsAt",
    o.answered_at is not null as answered, o.agreed_at as "agreedAt", o.paid_at as "paidAt",
    o.handed_over_at as "handedOverAt", o.delivered_at as "deliveredAt", o.concluded_at as "concludedAt",
    o.cancelled_at as "cancelledAt", o.cancelled_by as "cancelledBy", o.cancel_reason as "cancelReason",
    o.expired_at as "expiredAt", o.problem_at as "problemAt", o.problem_by as "problemBy", o.problem_text as "problemText",
    o.settled_at as "settledAt", o.settled_outcome as "settledOutcome", o.settled_reason as "settledReason",
    o.ring_id as ring, (select count(*) from orders r where r.ring_id = o.ring_id) as "ringMembers", o.kind,
    array(select f.author_id from order_feedback f where f.order_id = o.id) as "feedbackBy",
    o.giver_id as giver, o.payer_id as payer, o.payee_id as payee, o.buyer_reminded_at as "buyerRemindedAt",
    o.seller_reminded_at as "sellerRemindedAt", o.second_mail_at as "secondMailAt", o.request_mailed_at as "requestMailedAt",
    (select coalesce(json_agg(json_build_object('name', i.name, 'image', i.image, 'product', i.listing_id, 'qty', i.qty,
        'priceVal', i.price_val, 'priceEuro', i.price_euro, 'startsAt', i.starts_at, 'endsAt', i.ends_at,
        'place', i.place, 'reviewedAt', r.created_at) order by i.position), '[]')
      from order_item i left join review r on r.listing_id = i.listing_id and r.member_id = o.buyer_id where i.order_id = o.id) as items`
  const ordersWithParties = sql`orders o join member b on b.id = o.buyer_id join member s on s.id = o.seller_id`
  const openOf = (memberId: string) => sql`
    (buyer_id = ${memberId} or seller_id = ${memberId}) and state = any(${[...OPEN_STATES]})`
  const hasNumber = (words: string): Sql => {
    if (isId(words)) return sql`o.id = ${words}`
    return NUMBER.test(words) ? sql`o.number = ${words}::bigint` : sql`false`
  }
  /** Searches the names of the parties and of the items, and the number. */
  const contains = (words: string) => {
    const text = words.toLowerCase()
    // Aggregates instead of "exists", which the planner would evaluate for all orders at once.
    return sql`(${hasNumber(words)}
      or (select bool_or(strpos(names, ${text}) > 0) from member where id in (o.buyer_id, o.seller_id))
      or (select bool_or(strpos(lower(name), ${text}) > 0) from order_item where order_id = o.id))`
  }
  /** Returns the ids of some orders that contain the words; undefined if too many members match. */
  const collect = async (words: string): Promise<string[] | undefined> => {
    const pattern = `%${escapeLike(words.toLowerCase())}%`
    const parties = await db.query<{ id: string }>(sql`
      select id from member where deleted_at is null and names like ${pattern} ${LIMIT_COLLECTED}`)
    if (isTooMany(parties)) return undefined
    const ids = parties.map(({ id }) => id)
    const rows = await db.query<{ id: string }>(sql`
      (select order_id as id from order_item where name ilike ${pattern} ${LIMIT_COLLECTED})
      union (select id from orders where buyer_id = any(${ids}::uuid[]) ${LIMIT_COLLECTED})
      union (select id from orders where seller_id = any(${ids}::uuid[]) ${LIMIT_COLLECTED})
      union (select o.id from orders o where ${hasNumber(words)} ${LIMIT_COLLECTED})
      ${LIMIT_COLLECTED}`)
    return rows.map(({ id }) => id)
  }
  /** As isFinished in domain/exchange/orders.ts. */
  const isFinished = sql`(state = 'delivered' or (state = 'concluded' and answered_at is not null))`
  const filters: Record<OrderFilter, (before: Date) => Sql> = {
    problem: () => sql`o.problem_at is not null`,
    unanswered: (before) => sql`o.state = 'sent' and o.answered_at is null and o.created_at < ${before}`,
  }
  return {
    find: (id: string, tx: Queries = db): Promise<OrderRow | undefined> =>
      tx.first<OrderRow>(sql`select ${columns} from ${ordersWithParties} where o.id = ${id}`),

    /** When these orders were placed, and the names of their things, by id. */
    async subjects(ids: string[]): Promise<Map<string, { at: Date; title: string }>> {
      const rows = await db.query<{ id: string; at: Date; title: string }>(sql`
        select id, created_at as at,
          array_to_string(array(select i.name from order_item i where i.order_id = o.id order by i.position), ', ') as title
        from orders o where id = any(${ids}::uuid[])`)
      return new Map(rows.map(({ id, ...subject }) => [id, subject]))
    },

    /** A page of the orders of a buyer, of a seller, or of all; newest first. */
    async page({
      buyerId,
      sellerId,
      words,
      only,
      ...page
    }: OrderSelection): Promise<{ rows: OrderRow[]; total: number }> {
      // Selects the ids first: for a limit given as a parameter the planner would join a tenth of all orders with their parties.
      const read = async (where: Sql) => {
        const found = await db.query<{ id: string }>(sql`
          select o.id from orders o where ${where} order by o.number desc ${limitOf(page)}`)
        return db.query<OrderRow>(sql`
          select ${columns} from ${ordersWithParties}
          where o.id = any(${found.map(({ id }) => id)}::uuid[]) order by o.number desc`)
      }
      const count = async (where: Sql, most?: number) =>
        (await db.first<{ total: number }>(countUpTo(sql`select from orders o where ${where}`, most)))?.total ?? 0
      const of = sql`
        ${buyerId ? sql`o.buyer_id = ${buyerId}` : sql`true`} ${sellerId ? sql`and o.seller_id = ${sellerId}` : empty}
        ${only ? sql`and ${filters[only.filter](only.before)}` : empty}`
      if (words && !buyerId && !sellerId && !only)
        return searchLongList({
          words,
          matches: contains(words),
          page: read,
          count,
          id: sql`o.id`,
          first: sql`select id from orders order by number desc`,
          collect: () => collect(words),
        })
      const where = words ? sql`${of} and ${contains(words)}` : of
      const [rows, total] = await Promise.all([read(where), count(where)])
      return { rows, total }
    },

    /** Orders that a member placed or received, newest first. */
    ofMember: (memberId: string): Promise<OrderRow[]> =>
      db.query<OrderRow>(sql`
      select ${columns} from ${ordersWithParties}
      where o.buyer_id = ${memberId} or o.seller_id = ${memberId} order by o.number desc`),

    /** The newest open orders that a member placed or received. */
    open: (memberId: string, limit: number): Promise<OrderRow[]> =>
      db.query<OrderRow>(sql`
        select ${columns} from ${ordersWithParties}
        where o.id in (select id from orders where ${openOf(memberId)} order by number desc limit ${limit})`),

    async countOpen(memberId: string): Promise<number> {
      const row = await db.first<{ count: number }>(sql`select count(*) from orders where ${openOf(memberId)}`)
      return row?.count ?? 0
    },

    /** The other parties of the open orders of a member. */
    async othersInOpen(tx: Queries, memberId: string): Promise<string[]> {
      const rows = await tx.query<{ id: string }>(sql`
        select distinct case when buyer_id = ${memberId} then seller_id else buyer_id end as id
        from orders where ${openOf(memberId)}`)
      return rows.map(({ id }) => id)
    },

    /** Locks the open orders of a member and returns their ids. */
    async lockOpen(tx: Queries, memberId: string): Promise<string[]> {
      const rows = await tx.query<{ id: string }>(sql`
        select id from orders where ${openOf(memberId)} order by id for update`)
      return rows.map(({ id }) => id)
    },

    async hasFinished(buyerId: string, listingId: string): Promise<boolean> {
      const row = await db.first<{ there: boolean }>(sql`
        select exists (select from order_item i join orders o on o.id = i.order_id
          where i.listing_id = ${listingId} and o.buyer_id = ${buyerId}
            and ${isFinished}) as there`)
      return row?.there === true
    },

    /** Delivered or concluded orders of a member, on either side. */
    async countFinished(memberId: string, tx: Queries = db): Promise<number> {
      const row = await tx.first<{ count: number }>(sql`
        select count(*) from orders where (buyer_id = ${memberId} or seller_id = ${memberId}) and ${isFinished}`)
      return row?.count ?? 0
    },

    /** Returns those of the members that have a delivered or concluded order with a member outside this list. */
    async exchangedOutside(memberIds: string[], tx: Queries = db): Promise<string[]> {
      const rows = await tx.query<{ id: string }>(sql`
        select m.id from unnest(${memberIds}::uuid[]) as m (id)
        where exists (select from orders where buyer_id = m.id and seller_id <> all(${memberIds}::uuid[]) and ${isFinished})
          or exists (select from orders where seller_id = m.id and buyer_id <> all(${memberIds}::uuid[]) and ${isFinished})`)
      return rows.map(({ id }) => id)
    },

    async haveExchanged(one: string, other: string, tx: Queries = db): Promise<boolean> {
      const row = await tx.first<{ there: boolean }>(sql`
        select exists (select from orders where ${isFinished}
          and ((buyer_id = ${one} and seller_id = ${other}) or (buyer_id = ${other} and seller_id = ${one}))) as there`)
      return row?.there === true
    },

    /** Requests about a listing, also closed ones. */
    async countAbout(listingId: string): Promise<number> {
      const row = await db.first<{ count: number }>(sql`
        select count(distinct order_id) from order_item where listing_id = ${listingId}`)
      return row?.count ?? 0
    },

    /** Minutes from a request to the owner's first act, for the last answered requests. */
    async answerMinutes(sellerId: string, most: number): Promise<number[]> {
      const rows = await db.query<{ minutes: number }>(sql`
        select (extract(epoch from answered_at - created_at) / 60)::float8 as minutes from orders
        where seller_id = ${sellerId} and kind <> 'avviso' and answered_at is not null order by number desc limit ${most}`)
      return rows.map(({ minutes }) => minutes)
    },

    picturesAmong: (tx: Queries, urls: string[]): Promise<{ image: string }[]> =>
      tx.query<{ image: string }>(sql`
      select distinct image from order_item where image = any(${urls}) and image <> ''`),

    /** Removes what a member wrote in orders, and replaces the address of those that have ended. */
    async blankTexts(tx: Queries, memberId: string, blank: StoredAddress): Promise<void> {
      await tx.execute(sql`update orders set message = '' where buyer_id = ${memberId} and message <> ''`)
      await tx.execute(sql`
        update orders set cancel_reason = '' where (buyer_id = ${memberId} or seller_id = ${memberId})
          and cancelled_by = ${memberId} and cancel_reason <> ''`)
      await tx.execute(sql`update orders set shipping_address = ${JSON.stringify(blank)}
        where buyer_id = ${memberId} and state in ('delivered', 'closed', 'expired') and shipping_address is not null`)
      await tx.execute(sql`
        update orders set problem_text = '' where (buyer_id = ${memberId} or seller_id = ${memberId})
          and problem_by = ${memberId} and problem_text <> ''`)
    },

    /** Requests sent before that time that the owner has not answered. */
    async countUnanswered(before: Date): Promise<number> {
      const row = await db.first<{ unanswered: number }>(sql`
        select count(*) as unanswered from orders o where ${filters.unanswered(before)}`)
      return row?.unanswered ?? 0
    },
  }
}
