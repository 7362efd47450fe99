// Every expense above the sum per day needs a proof, and each is confirmed to the payer once.
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { PASSWORD } from '#test/faults/exchange-people.ts'

export type Proof = 'right' | 'wrong' | undefined
export type Proofs = ReturnType<typeof makeProofs>

/** Remembers which expenses were sent with the password. */
export const makeProofs = () => {
  const proven = new Set<string>()
  return {
    /** The fields of a call that makes this expense for this member. */
    fields(memberId: string, expense: string, proof: Proof): { password?: string } {
      if (!proof) return {}
      if (proof === 'right') proven.add(`${memberId} ${expense}`)
      return { password: proof === 'right' ? PASSWORD : 'sbagliata' }
    },
    has: (memberId: string, expense: string): boolean => proven.has(`${memberId} ${expense}`),
  }
}

/** How the plays name the expense that a transfer belongs to. */
export const EXPENSES = {
  cart: (listingId: string) => `cart ${listingId}`,
  order: (orderId: string) => `order ${orderId}`,
  orderBack: (orderId: string) => `order back ${orderId}`,
  paymentBack: (paymentId: string) => `payment back ${paymentId}`,
  note: (note: string) => `note ${note}`,
  asked: (valRequestId: string) => `asked ${valRequestId}`,
} as const

type Expense = Record<
  'id' | 'memberId' | 'listingId' | 'orderId' | 'backOrderId' | 'backPaymentId' | 'note' | 'askedId',
  string
>

/** The transfers of members who are still there with which the sum of a day is above the limit and which nobody has confirmed. */
export const findUnproven = async (db: Database, proofs: Proofs, limit: number): Promise<string[]> => {
  // The association decides on a return, and gifts go back, without the member.
  const above = await db.query<Expense>(sql`
    select t.id, t.member_id as "memberId", p.items->0->>'product' as "listingId", p.order_id as "orderId",
      b.order_id as "backOrderId", b.id as "backPaymentId", m.note, m.val_request_id as "askedId"
    from chain_transaction t join member on member.id = t.member_id
      left join payment p on p.transfer_id = t.id
      left join payment b on b.return_id = t.id left join orders o on o.id = b.order_id
      left join member_transfer m on m.transaction_id = t.id
    where t.kind = 'transfer' and t.state <> 'failed' and member.deleted_at is null
      and t.key not like 'gift-return:%' and t.key not like 'sweep:%'
      and o.settled_outcome is distinct from 'return' and coalesce(o.cancel_reason, '') <> 'Account cancellato.'
      and (select sum(e.amount) from chain_transaction e
        where e.member_id = t.member_id and e.kind = 'transfer' and e.state <> 'failed' and e.key not like 'gift-return:%'
          and e.position <= t.position and e.created_at > t.created_at - interval '1 day'
          -- What comes earlier, by a clock that was ahead; without this, each is compared with all that came after it.
          and e.created_at < t.created_at + interval '3 days') > ${limit * 100}`)
  const expensesOf = ({ listingId, orderId, backOrderId, backPaymentId, note, askedId }: Expense): string[] => [
    EXPENSES.cart(listingId),
    EXPENSES.order(orderId),
    EXPENSES.orderBack(backOrderId),
    EXPENSES.paymentBack(backPaymentId),
    EXPENSES.note(note),
    EXPENSES.asked(askedId),
  ]
  return above
    .filter((transfer) => !expensesOf(transfer).some((expense) => proofs.has(transfer.memberId, expense)))
    .map((transfer) => `without proof: ${JSON.stringify(transfer)}`)
}

/** Notices of VAL that did not move, and confirmed transfers that were not told, or twice. */
export const findUntrueNotices = (db: Database) =>
  db.query(sql`
    with expense as (
      select t.id, t.member_id, t.state, t.receipt_at from chain_transaction t join member m on m.id = t.member_id
      where m.deleted_at is null and (exists (select from payment p where t.id in (p.transfer_id, p.return_id))
        or exists (select from member_transfer x where x.transaction_id = t.id))),
    told as (
      select member_id, count(*) as receipts from notice
      where text like 'Hai mandato %' or text like 'Hai restituito %' or text like 'L’associazione ha % dal tuo portafoglio %' group by member_id),
    of_transfer as (
      select member_id, text, substring(text from 'transferNote ([0-9a-f-]{36})')::uuid as id from notice
      where text like '%transferNote %')
    select 'a receipt of nothing, or none' as what, id::text, state from expense
      where (state = 'confirmed') <> (receipt_at is not null)
    union all select 'another number of receipts than of expenses', m.id::text, told.receipts::text from member m
      left join told on told.member_id = m.id
      left join (select member_id, count(*) as made from expense where state = 'confirmed' group by member_id) e
        on e.member_id = m.id
      where m.deleted_at is null and coalesce(told.receipts, 0) <> coalesce(e.made, 0)
    union all select 'VAL from a person told otherwise than once', x.id::text, t.state
      from member_transfer x join chain_transaction t on t.id = x.transaction_id join member payee on payee.id = x.payee_id
        left join (select id, member_id, count(*) as times from of_transfer where text like '%ti ha mandato%'
          group by id, member_id) told on told.id = x.id and told.member_id = x.payee_id
      where payee.deleted_at is null and (t.state = 'confirmed')::integer <> coalesce(told.times, 0)
    union all select 'a failure told of VAL that moved', x.id::text, t.state
      from member_transfer x join chain_transaction t on t.id = x.transaction_id
        join of_transfer told on told.id = x.id and told.text like '%non è riuscito%'
      where t.state = 'confirmed'
    union all select 'VAL of a request told more often than they moved', m.id::text, m.what from (
      select o.id, x.what, x.told, x.moved from orders o
        join (select link, count(*) filter (where text like '%ti ha trasferito%') as paid,
            count(*) filter (where text like '%ti ha restituito%' or text like 'Hai riavuto%') as returned,
            count(*) filter (where text like 'Il trasferimento di%non è riuscito') as refused
          from notice where link like '/order/%' group by link) n on n.link = '/order/' || o.id
        left join (select p.order_id, count(*) filter (where t.state = 'confirmed') as paid,
            count(*) filter (where r.state = 'confirmed') as returned, count(*) filter (where t.state = 'failed') as refused
          from payment p join chain_transaction t on t.id = p.transfer_id left join chain_transaction r on r.id = p.return_id
          group by p.order_id) d on d.order_id = o.id
        cross join lateral (values ('paid', n.paid, d.paid), ('returned', n.returned, d.returned),
          ('refused', n.refused, 2 * d.refused)) as x (what, told, moved)) m
      where m.told > coalesce(m.moved, 0)`)

/** Gifts told to members otherwise than they were paid and taken back. */
export const findUntrueGifts = (db: Database) =>
  db.query(sql`
    with told as (
      select member_id, count(*) filter (where text like 'La tesoreria ti ha dato%') as given,
        count(*) filter (where text like 'La tesoreria ha ripreso%') as revoked from notice group by member_id),
    gift as (
      select g.member_id, count(*) filter (where t.state = 'confirmed') as arrived,
        count(*) filter (where g.state = 'paid' and g.failure = '') as kept,
        count(*) filter (where r.state = 'confirmed') as revoked
      from treasury_gift g left join chain_transaction t on t.id = g.transaction_id
        left join chain_transaction r on r.id = g.return_id group by g.member_id)
    select 'gifts told otherwise' as what, m.id, gift.*, told.* from member m join gift on gift.member_id = m.id
      left join told on told.member_id = m.id
    where m.deleted_at is null and (coalesce(told.given, 0) not between gift.kept and gift.arrived
      or coalesce(told.revoked, 0) <> gift.revoked)`)
