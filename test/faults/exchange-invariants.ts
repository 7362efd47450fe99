import { mainStep } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { canTakeStep, type OrderStep, STEPS } from '#domain/exchange/steps.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

const STEP_NAMES = Object.keys(STEPS) as OrderStep[]

/** What must never be found after everything has settled. */
export const findViolations = (db: Database) =>
  db.query(sql`
    with paid as (
      select p.*, t.state <> 'failed' and coalesce(r.state, 'failed') = 'failed' as living
      from payment p join chain_transaction t on t.id = p.transfer_id left join chain_transaction r on r.id = p.return_id)
    -- One whose transfer back has failed is shown to payer and payee, who have each a way to end it.
    select 'a payment without an order' as what, id from paid where living and order_id is null and return_id is null
    union all select 'stock held by a settled payment', id from paid where holds_stock
    union all select 'a payment that is being given back', id from paid where is_returning
    union all select 'two payments of one order', order_id from paid where living and order_id is not null
      group by order_id having count(*) > 1
    union all select 'a payment of a closed order', o.id from paid p join orders o on o.id = p.order_id
      where p.living and (o.state = 'expired' or o.state = 'closed' and o.settled_outcome is distinct from 'keep')
        -- What a payer who has left had sent stays with the payee; a payee who leaves may have spent it.
        and not exists (select from member where id in (o.buyer_id, o.seller_id) and deleted_at is not null)
    union all select 'a payment of a request that is only sent', o.id from paid p join orders o on o.id = p.order_id
      where p.living and o.state = 'sent'
    union all select 'an amount other than the order''s', o.id from paid p join orders o on o.id = p.order_id
      where p.living and (p.amount <> o.total_price_val or p.payer_id <> o.payer_id or p.payee_id <> o.payee_id)
    union all select 'an open request with somebody who has left', o.id from orders o
      where o.state in ('sent', 'agreed', 'paid')
        and exists (select from member where id in (o.buyer_id, o.seller_id) and deleted_at is not null)
    union all select 'negative stock', id from listing where stock < 0
    union all select 'stock lost or made', l.id from listing l where l.stock + (
        select coalesce(sum(i.qty), 0) from order_item i join orders o on o.id = i.order_id
        where i.listing_id = l.id and i.takes_stock and o.agreed_at is not null and (
          o.state not in ('closed', 'expired') or o.settled_outcome = 'keep' and o.state = 'closed')
      ) <> nullif(l.brand, '')::integer`)

/** Gifts of the treasury that were not paid, or taken back, exactly once. */
export const findGiftFaults = (db: Database) =>
  db.query(sql`
    with gift as (
      select g.id, g.state, coalesce(t.state, 'none') as sent, coalesce(r.state, 'none') as back
      from treasury_gift g left join chain_transaction t on t.id = g.transaction_id
        left join chain_transaction r on r.id = g.return_id)
    select 'a gift' as what, id::text, state, sent, back from gift where not (
      (state = 'proposed' and sent = 'none' and back = 'none')
      or (state = 'paid' and sent = 'confirmed' and back in ('none', 'failed'))
      or (state = 'failed' and sent in ('none', 'failed') and back = 'none')
      or (state = 'revoked' and (sent = 'none' and back = 'none' or sent = 'confirmed' and back = 'confirmed')))
    union all select 'a transfer of no gift, or a second one', t.id::text, t.key, t.state, '' from chain_transaction t
      where t.state = 'confirmed' and (t.key like 'gift:%' and not exists (select from treasury_gift where transaction_id = t.id)
        or t.key like 'gift-return:%' and not exists (select from treasury_gift where return_id = t.id))
    union all select 'a file decided in parts', i.id::text, i.state, g.state, '' from gift_import i
      join treasury_gift g on g.import_id = i.id
      where (i.state = 'proposed') <> (g.state = 'proposed')`)

/** VAL that admins have made, in hundredths. */
export const minted = async (db: Database): Promise<number> =>
  (
    await db.first<{ sum: number }>(sql`
      select coalesce(sum(amount), 0)::bigint as sum from chain_transaction where kind = 'mint' and state = 'confirmed'`)
  )?.sum ?? 0

/** What members must hold, in hundredths: what they began with and gifts, without what was taken back or left behind. */
export const expectedToHold = async (db: Database, start: number): Promise<number> => {
  const row = await db.first<{ held: number }>(sql`
    select (${start}
      + (select coalesce(sum(amount), 0) from treasury_gift where state = 'paid')
      - (select coalesce(sum(amount), 0) from chain_transaction where key like 'sweep:%' and state = 'confirmed'))::bigint as held`)
  return row?.held ?? 0
}

/** VAL asked for that were paid without a transfer, or twice. */
export const findRequestFaults = (db: Database) =>
  db.query(sql`
    select 'VAL asked for' as what, r.id, r.state from val_request r
    where (r.state = 'paid')::integer <> (
      select count(*) from member_transfer m join chain_transaction t on t.id = m.transaction_id
      where m.val_request_id = r.id and t.state = 'confirmed')`)

/** Mails to persons who have left. */
export const findMailsTo = (db: Database, emails: string[]) =>
  db.query(sql`select recipient, subject from mail where recipient = any(${emails}::text[])`)

/** Open requests in which a party has no step to take, or somebody without a step is awaited. */
export const findDeadEnds = async (
  db: Database,
  adminId: string,
  see: (memberId: string, id: string) => Promise<OrderView>,
): Promise<string[]> => {
  const open = await db.query<{ id: string }>(sql`select id from orders where state in ('sent', 'agreed', 'paid')`)
  const found: string[] = []
  for (const { id } of open) {
    const order = await see(adminId, id)
    const stepsOf = (member: string) =>
      STEP_NAMES.filter((step) => canTakeStep(step, order, { id: member, isAdmin: false }, new Date()))
    const isStuck = !order.problem && [order.seller, order.user._id].some((party) => stepsOf(party).length === 0)
    const isMisnamed = order.turn !== null && !mainStep(order, { id: order.turn, isAdmin: false })
    if (isStuck || isMisnamed) found.push(`${id}: ${order.kind} ${order.state} turn ${order.turn}`)
  }
  return found
}
