import type { Waiting } from '#domain/accounts/members.schema.ts'
import type { OrderState } from '#domain/exchange/orders.ts'
import type { RingState, RingTerms } from '#domain/exchange/rings.ts'
import type { FoundRing } from '#server/exchange/rings/edges-store.ts'
import { canBeRing, membersAllow } from '#server/exchange/rings/possible-store.ts'
import { lockName } from '#server/platform/db/named-lock.ts'
import { limitOf, type Page } from '#server/platform/db/page.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

export type RingPartRow = {
  giverId: string
  giverName: string
  giverUsername: string
  receiverId: string
  receiverName: string
  receiverUsername: string
  offerId: string | null
  wantedId: string | null
  offerName: string
  wantedName: string
  priceVal: number
  priceEuro: number
  accepted: boolean
  orderId: string | null
  /** The order as far as the other members of the ring may know it; times as PostgreSQL writes them in JSON. */
  order:
    | (RingTerms & { state: OrderState; handedOverAt: string | null; receivedAt: string | null; paidAt: string | null })
    | null
}
export type RingRow = {
  id: string
  state: RingState
  createdAt: Date
  endsAt: Date
  agreedAt: Date | null
  parts: RingPartRow[]
}

export type RingsStore = ReturnType<typeof makeRingsStore>

export const makeRingsStore = (db: Database) => {
  const rings = (where: Sql, tx: Queries = db): Promise<RingRow[]> =>
    tx.query<RingRow>(sql`
      select r.id, r.state, r.created_at as "createdAt", r.ends_at as "endsAt", r.agreed_at as "agreedAt", (
        select jsonb_agg(jsonb_build_object('giverId', p.giver_id, 'giverName', g.shown_name, 'giverUsername', g.username,
          'receiverId', p.receiver_id, 'receiverName', t.shown_name, 'receiverUsername', t.username, 'offerId', p.offer_id, 'wantedId', p.wanted_id, 'offerName', p.offer_name,
          'wantedName', p.wanted_name, 'priceVal', p.price_val, 'priceEuro', p.price_euro, 'accepted', p.accepted,
          'orderId', p.order_id, 'order', case when o.id is not null then jsonb_build_object('state', o.state,
            'val', o.total_price_val, 'euro', o.total_price_euro, 'payer', o.payer_id, 'payee', o.payee_id,
            'handedOverAt', o.handed_over_at, 'receivedAt', o.delivered_at, 'paidAt', o.paid_at) end) order by p.position)
        from ring_part p join member g on g.id = p.giver_id join member t on t.id = p.receiver_id
          left join orders o on o.id = p.order_id
        where p.ring_id = r.id
      ) as parts
      from ring r where ${where}`)

  const withMember = (memberId: string) => sql`r.id in (select ring_id from ring_part where giver_id = ${memberId})`

  return {
    transaction: db.transaction,

    find: async (id: string, tx: Queries = db): Promise<RingRow | undefined> => (await rings(sql`r.id = ${id}`, tx))[0],

    /** Newest first. */
    page: (memberId: string, page: Page): Promise<RingRow[]> =>
      rings(sql`${withMember(memberId)} order by r.created_at desc, r.id ${limitOf(page)}`),

    async count(memberId: string): Promise<number> {
      const row = await db.first<{ count: number }>(sql`select count(*) from ring_part where giver_id = ${memberId}`)
      return row?.count ?? 0
    },

    /** Rings that are proposed to a member or agreed, and how many of them wait for the member's answer. */
    async countOpen(memberId: string, at: Date): Promise<Waiting> {
      const row = await db.first<Waiting>(sql`
        select count(*) as open, count(*) filter (where r.state = 'open' and not p.accepted) as waiting
        from ring_part p join ring r on r.id = p.ring_id
        where p.giver_id = ${memberId} and (r.state = 'agreed' or (r.state = 'open' and r.ends_at > ${at}))`)
      return row ?? { open: 0, waiting: 0 }
    },

    ofMember: (memberId: string): Promise<RingRow[]> =>
      rings(sql`${withMember(memberId)} order by r.created_at desc, r.id`),

    async lockState(tx: Queries, id: string): Promise<RingState | undefined> {
      const row = await tx.first<{ state: RingState }>(sql`select state from ring where id = ${id} for update`)
      return row?.state
    },

    /** Serialises proposals, so that concurrent ones cannot exceed the limit of open rings. */
    async lockProposals(tx: Queries): Promise<void> {
      await lockName(tx, 'ring proposals')
    },

    /**
     * Also checks that the listings have not changed since they were matched. Locks them until the
     * transaction ends, so that a later change finds the ring and can end it.
     */
    async canPropose(tx: Queries, { members, offers, wanteds }: FoundRing, young: Date, now: Date): Promise<boolean> {
      await tx.execute(sql`
        select from listing where id = any(${[...offers, ...wanteds]}::uuid[]) order by id for share`)
      const row = await tx.first<{ possible: boolean }>(sql`
        select ${canBeRing(young, now)} and not exists (
          select from unnest(offers, wanteds) as f (offer, wanted)
            join listing o on o.id = f.offer join listing w on w.id = f.wanted
          where not exists (
            select from ring_edge e where e.offer_id = o.id and e.wanted_id = w.id and e.print = match_print(o, w))
        ) as possible
        from (select ${members}::uuid[] as members, ${offers}::uuid[] as offers, ${wanteds}::uuid[] as wanteds) as found`)
      return row?.possible === true
    },

    async add(tx: Queries, { members, offers, wanteds }: FoundRing, at: Date, endsAt: Date): Promise<string> {
      const row = await tx.first<{ id: string }>(
        sql`insert into ring (created_at, ends_at) values (${at}, ${endsAt}) returning id`,
      )
      const id = row?.id ?? ''
      const receivers = [...members.slice(1), members[0]]
      await tx.execute(sql`
        insert into ring_part (ring_id, position, giver_id, receiver_id, offer_id, wanted_id, offer_name, wanted_name,
          price_val, price_euro, offer_print, wanted_print)
        select ${id}, f.position, f.giver, f.receiver, o.id, w.id, o.name, w.name,
          case when o.section = 'offro' then o.price_val else 0 end,
          case when o.section = 'offro' then o.price_euro else 0 end, ring_print(o), ring_print(w)
        from unnest(${members}::uuid[], ${receivers}::uuid[], ${offers}::uuid[], ${wanteds}::uuid[])
          with ordinality as f (giver, receiver, offer, wanted, position)
        join listing o on o.id = f.offer join listing w on w.id = f.wanted`)
      return id
    },

    /** Whether its listings are unchanged since the proposal and its members may still be in a ring. */
    async isIntact(tx: Queries, id: string, young: Date): Promise<boolean> {
      const row = await tx.first<{ intact: boolean }>(sql`
        select ${membersAllow(young)} and not exists (
          select from ring_part p left join listing o on o.id = p.offer_id left join listing w on w.id = p.wanted_id
          where p.ring_id = ${id} and (o.id is null or w.id is null or not can_ring(o) or not can_ring(w)
            or ring_print(o) <> p.offer_print or ring_print(w) <> p.wanted_print)) as intact
        from (select array_agg(giver_id) as members from ring_part where ring_id = ${id}) as found`)
      return row?.intact === true
    },

    async accept(tx: Queries, id: string, memberId: string): Promise<void> {
      await tx.execute(sql`update ring_part set accepted = true where ring_id = ${id} and giver_id = ${memberId}`)
    },

    async setOrders(tx: Queries, id: string, orderIds: string[]): Promise<void> {
      await tx.execute(sql`
        update ring_part p set order_id = o.id from unnest(${orderIds}::uuid[]) with ordinality as o (id, position)
        where p.ring_id = ${id} and p.position = o.position`)
    },

    async agree(tx: Queries, id: string, at: Date): Promise<void> {
      await tx.execute(sql`update ring set state = 'agreed', agreed_at = ${at} where id = ${id}`)
    },

    /** Returns false if it is already in that state, or was deleted. */
    async close(tx: Queries, id: string, state: 'done' | 'ended', at: Date): Promise<boolean> {
      const count = await tx.execute(sql`
        update ring set state = ${state}, closed_at = ${at} where id = ${id} and state <> ${state}`)
      if (state === 'ended') await tx.execute(sql`update ring_part set accepted = false where ring_id = ${id}`)
      return count > 0
    },

    /** After a delivery was undone. */
    async reopen(tx: Queries, id: string): Promise<void> {
      await tx.execute(sql`update ring set state = 'agreed', closed_at = null where id = ${id} and state = 'done'`)
    },

    /** No ring is proposed with the two members of a pair until then. */
    async rest(tx: Queries, pairs: [string, string][], until: Date): Promise<void> {
      const ones = pairs.map(([one]) => one)
      const others = pairs.map(([, other]) => other)
      await tx.execute(sql`
        insert into ring_rest (one_id, other_id, until)
        select distinct least(one, other), greatest(one, other), ${until}::timestamptz
        from unnest(${ones}::uuid[], ${others}::uuid[]) as p (one, other)
        on conflict (one_id, other_id) do update set until = excluded.until`)
    },

    /** Open rings with this listing, or with a deleted one. */
    openWithListing: async (listingId: string): Promise<string[]> =>
      (
        await db.query<{ id: string }>(sql`
          select distinct r.id from ring r join ring_part p on p.ring_id = r.id
          where r.state = 'open'
            and (p.offer_id = ${listingId} or p.wanted_id = ${listingId} or p.offer_id is null or p.wanted_id is null)`)
      ).map(({ id }) => id),

    hasOpenUntil: (now: Date): Sql => sql`exists (select from ring where state = 'open' and ends_at <= ${now})`,

    openUntil: async (now: Date, limit: number): Promise<string[]> =>
      (
        await db.query<{ id: string }>(sql`
          select id from ring where state = 'open' and ends_at <= ${now} order by ends_at limit ${limit}`)
      ).map(({ id }) => id),

    /** Open rings of this member, only those with the other one if given. */
    openOf: async (tx: Queries, memberId: string, otherId: string | null = null): Promise<string[]> =>
      (
        await tx.query<{ id: string }>(sql`
          select r.id from ring r where r.state = 'open'
            and exists (select from ring_part where ring_id = r.id and giver_id = ${memberId})
            and (${otherId}::uuid is null or exists (select from ring_part where ring_id = r.id and giver_id = ${otherId}))
          order by r.id`)
      ).map(({ id }) => id),

    /** All members of the open rings of a member, or of those that have both members. */
    openMates: async (tx: Queries, memberId: string, otherId: string | null = null): Promise<string[]> =>
      (
        await tx.query<{ id: string }>(sql`
          select distinct p.giver_id as id from ring_part p join ring r on r.id = p.ring_id where r.state = 'open'
            and exists (select from ring_part where ring_id = r.id and giver_id = ${memberId})
            and (${otherId}::uuid is null or exists (select from ring_part where ring_id = r.id and giver_id = ${otherId}))`)
      ).map(({ id }) => id),

    /** Keeps rings with orders, for the other members. */
    async removeOf(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`
        delete from ring r where id in (select ring_id from ring_part where giver_id = ${memberId})
          and not exists (select from ring_part where ring_id = r.id and order_id is not null)`)
      await tx.execute(sql`update ring_part set wanted_name = '' where receiver_id = ${memberId}`)
      await tx.execute(sql`delete from ring_rest where one_id = ${memberId} or other_id = ${memberId}`)
    },

    async removeOlder(closedBefore: Date, now: Date): Promise<number> {
      await db.execute(sql`delete from ring_rest where until < ${now}`)
      return db.execute(sql`delete from ring where closed_at < ${closedBefore}`)
    },
  }
}
