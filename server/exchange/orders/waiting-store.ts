import { DAY_MS } from '#domain/base/dates.ts'
import { EXPIRY_DAYS, REMINDER_DAYS } from '#domain/exchange/steps.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

export type DueRequest = { id: string; buyerId: string; sellerId: string; turnAt: Date }
export type WaitingRequest = {
  id: string
  buyerId: string
  name: string
  isGone: boolean
  isSought: boolean
  /** Another request was agreed meanwhile. */
  wasTaken: boolean
  /** The owner has proposed another sum, which waits for the requester. */
  awaitsRequester: boolean
}
export type WaitingStore = ReturnType<typeof makeWaitingStore>

/** Requests in which somebody waits: for the next step, or for a listing that went to another request. */
export const makeWaitingStore = (db: Database) => {
  /** A reminder or the deadline is due. Nobody is awaited in an agreed proposal. */
  const isDue = (now: Date): Sql => sql`
    state in ('sent', 'agreed', 'paid') and problem_at is null and kind <> 'avviso'
    and not (kind = 'propongo' and state = 'agreed')
    and (turn_at <= ${daysBefore(now, EXPIRY_DAYS)}
      or (turn_at <= ${daysBefore(now, REMINDER_DAYS[0])} and reminders = 0)
      or (turn_at <= ${daysBefore(now, REMINDER_DAYS[1])} and reminders = 1))`

  return {
    hasDue: (now: Date): Sql => sql`exists (select from orders where ${isDue(now)})`,

    due: (now: Date, limit: number): Promise<DueRequest[]> =>
      db.query<DueRequest>(sql`
        select id, buyer_id as "buyerId", seller_id as "sellerId", turn_at as "turnAt" from orders where ${isDue(now)}
        order by turn_at, id limit ${limit}`),

    /** Whether it is still due, once the order is locked; with the days waited. */
    dueSince: (tx: Queries, id: string, now: Date): Promise<{ turnAt: Date } | undefined> =>
      tx.first(sql`select turn_at as "turnAt" from orders where id = ${id} and ${isDue(now)}`),

    async recordReminders(tx: Queries, id: string, count: number): Promise<void> {
      await tx.execute(sql`update orders set reminders = ${count} where id = ${id}`)
    },

    /** The requests for a listing that wait for an answer, and were not told yet that so many pieces are left. */
    untold: (listingId: string, left: number, id: string | null = null, tx: Queries = db): Promise<WaitingRequest[]> =>
      tx.query<WaitingRequest>(sql`
        select o.id, o.buyer_id as "buyerId", i.name, i.qty > ${left} as "isGone", o.kind = 'cerco' as "isSought",
          o.terms_by = o.seller_id as "awaitsRequester",
          exists (
            select from order_item other join orders taken on taken.id = other.order_id
            where other.listing_id = i.listing_id and other.takes_stock and taken.agreed_at >= o.created_at
              and taken.state in ('agreed', 'paid', 'delivered')) as "wasTaken"
        from order_item i join orders o on o.id = i.order_id
        where i.listing_id = ${listingId} and i.takes_stock and o.state = 'sent' and (i.qty > ${left}) <> o.told_gone
          and (${id}::uuid is null or o.id = ${id})
        order by o.id`),

    async recordGone(tx: Queries, id: string, toldGone: boolean): Promise<void> {
      await tx.execute(sql`update orders set told_gone = ${toldGone} where id = ${id}`)
    },
  }
}
