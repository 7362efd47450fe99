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
    select 'a payment without an order' as what, id from paid where living and order_id is null
    union all select 'stock held by a settled payment', id from paid where holds_stock
    union all select 'a payment that is being given back', id from paid where is_returning
    union all select 'two payments of one order', order_id from paid where living and order_id is not null
      group by order_id having count(*) > 1
    union all select 'a payment of a closed order', o.id from paid p join orders o on o.id = p.order_id
      where p.living and (o.state = 'expired' or o.state = 'closed' and o.settled_outcome is distinct from 'keep')
    union all select 'a payment of a request that is only sent', o.id from paid p join orders o on o.id = p.order_id
      where p.living and o.state = 'sent'
    union all select 'an amount other than the order''s', o.id from paid p join orders o on o.id = p.order_id
      where p.living and (p.amount <> o.total_price_val or p.payer_id <> o.payer_id or p.payee_id <> o.payee_id)
    union all select 'negative stock', id from listing where stock < 0
    union all select 'stock lost or made', l.id from listing l where l.stock + (
        select coalesce(sum(i.qty), 0) from order_item i join orders o on o.id = i.order_id
        where i.listing_id = l.id and i.takes_stock and o.agreed_at is not null and (
          o.state not in ('closed', 'expired') or o.settled_outcome = 'keep' and o.state = 'closed')
      ) <> l.brand::integer`)

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
