import {
  type BalanceGroup,
  type Changes,
  type Day,
  type DayKind,
  type DayOfPeople,
  PEOPLE_TOGETHER,
} from '#domain/val/publication.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { ZERO_ADDRESS } from '#server/val/currency/entries.ts'

/** `held` is in hundredths, `median` in VAL; dates are yyyy-MM-dd, null before the first publication. */
export type Published = {
  date: string | null
  issued: number
  evaporated: number
  held: number
  median: number
  topTenth: number
}
export type PublishedDay = { date: string; kind: DayKind; count: number; amount: number }
export type PublicationStore = ReturnType<typeof makePublicationStore>

// What nobody can use any more has evaporated too: what was sent to the zero address, when it was sent.
const kindOf = (treasury: string): Sql => sql`
  case
    when e.kind = 'mint' then 'issued'
    when e.kind = 'evaporation' then case when e.sender <> ${ZERO_ADDRESS} and e.amount > 0 then 'evaporated' end
    when e.recipient = ${ZERO_ADDRESS} then 'evaporated'
    when e.sender = ${treasury} then 'given'
    when e.recipient = ${treasury} then 'returned'
    else 'exchanged'
  end`

export const makePublicationStore = (db: Database, treasury: string) => {
  const isMember = sql`account not in (${treasury}, ${ZERO_ADDRESS})`

  return {
    /** All statements see the same events. Waits for another publication. */
    transaction: <T>(work: (tx: Queries) => Promise<T>): Promise<T> =>
      db.transaction(async (tx) => {
        await tx.execute(sql`set transaction isolation level repeatable read`)
        await tx.query(sql`select from token_publication for update`)
        return work(tx)
      }),

    /**
     * Checked once a day; balances are published for the first time as soon as there are enough, but not while the gifts to the
     * first members are arriving.
     */
    isDue: (today: string, quietSince: Date): Sql => sql`
      exists (select from token_publication where checked_on is distinct from ${today} or (
        holders = 0
        and (select count(*) from (
          select from token_balance where balance > 0 and ${isMember} limit ${PEOPLE_TOGETHER}) as holder) >= ${PEOPLE_TOGETHER}
        and not exists (select from token_event where at > ${quietSince} and position > up_to)))`,

    async changes(tx: Queries): Promise<Changes> {
      const row = await tx.first<Changes>(sql`
        select
          (select count(*) from token_balance where balance > 0 and ${isMember}) as holders,
          p.holders > 0 as "hasBalances", moved.payers, moved.movers, moved.losers
        from token_publication as p cross join lateral (
          select count(distinct e.sender) filter (where e.kind = 'transfer' and e.sender <> ${treasury}) as payers,
            count(distinct case when e.sender = ${treasury} then e.recipient else e.sender end)
              filter (where e.kind = 'transfer') as movers,
            count(distinct e.sender) filter (where e.kind = 'evaporation' and e.amount > 0 and e.sender <> ${ZERO_ADDRESS}) as losers
          from token_event as e
          where e.position > p.up_to and e.sender <> e.recipient) as moved`)
      return row ?? { holders: 0, hasBalances: false, payers: 0, movers: 0, losers: 0 }
    },

    /** The Italian days with events of a kind that are not published yet, oldest first. */
    unpublished: (tx: Queries, kind: DayKind): Promise<DayOfPeople[]> =>
      tx.query<DayOfPeople>(sql`
        select to_char(day, 'YYYY-MM-DD') as date, count(*) as count, sum(amount)::bigint as amount,
          max(position) as "upTo",
          coalesce((array_agg(distinct sender) filter (where sender <> recipient))[1:${PEOPLE_TOGETHER}], '{}') as people
        from (
          select (e.at at time zone 'Europe/Rome')::date as day, e.amount, e.position, e.sender, e.recipient,
            ${kindOf(treasury)} as kind
          from token_event as e
          where e.position > (select coalesce(max(up_to), 0) from token_published_day where kind = ${kind})
        ) as event
        where kind = ${kind} group by day order by day`),

    async addDays(tx: Queries, kind: DayKind, days: Day[]): Promise<void> {
      await tx.execute(sql`
        insert into token_published_day as published (date, kind, count, amount, up_to)
        select date, ${kind}, count, amount, "upTo"
        from jsonb_to_recordset(${JSON.stringify(days)}) as day (date date, count bigint, amount bigint, "upTo" bigint)
        on conflict (date, kind) do update set count = published.count + excluded.count,
          amount = published.amount + excluded.amount, up_to = excluded.up_to`)
    },

    /**
     * Publishes the balances as means of groups of similar balances, which are of at least `PEOPLE_TOGETHER` members. The sum of
     * a group is kept to the hundredth: some of its members get one more.
     */
    async replaceBalances(tx: Queries): Promise<BalanceGroup[]> {
      await tx.execute(sql`delete from token_published_balance`)
      return tx.query<BalanceGroup>(sql`
        with ranked as (
          select balance, row_number() over (order by balance) - 1 as rank, count(*) over () as holders
          from token_balance where balance > 0 and ${isMember}
        ), grouped as (
          select least(rank / ${PEOPLE_TOGETHER}, greatest(holders / ${PEOPLE_TOGETHER} - 1, 0)) as number, count(*) as holders,
            sum(balance)::bigint as held
          from ranked group by 1
        ), published as (
          select 2 * number as position, held / holders as balance, holders - held % holders as holders from grouped
          union all
          select 2 * number + 1, held / holders + 1, held % holders from grouped where held % holders > 0
        ), added as (
          insert into token_published_balance (position, balance, holders) select * from published
        )
        select balance, holders from published order by position`)
    },

    async recordPublication(
      tx: Queries,
      today: string,
      groups: BalanceGroup[],
      figures: Omit<Published, 'date' | 'issued' | 'evaporated'>,
    ): Promise<void> {
      const holders = groups.reduce((sum, group) => sum + group.holders, 0)
      await tx.execute(sql`
        update token_publication set published_on = ${today}, holders = ${holders}, held = ${figures.held},
          median = ${figures.median}, top_tenth = ${figures.topTenth},
          up_to = (select coalesce(max(position), 0) from token_event)`)
    },

    async recordCheck(tx: Queries, today: string): Promise<void> {
      await tx.execute(sql`update token_publication set checked_on = ${today}`)
    },

    async find(): Promise<Published> {
      const row = await db.first<Published>(sql`
        select to_char(p.published_on, 'YYYY-MM-DD') as date, p.held, p.median, p.top_tenth as "topTenth",
          coalesce(sum(d.amount) filter (where d.kind = 'issued'), 0)::bigint as issued,
          coalesce(sum(d.amount) filter (where d.kind = 'evaporated'), 0)::bigint as evaporated
        from token_publication as p left join token_published_day as d on true
        group by p.only_one`)
      return row ?? { date: null, issued: 0, evaporated: 0, held: 0, median: 0, topTenth: 0 }
    },

    /** By Italian month (yyyy-MM), oldest first. */
    months: (): Promise<{ month: string; exchanged: number }[]> =>
      db.query<{ month: string; exchanged: number }>(sql`
        select to_char(date, 'YYYY-MM') as month, sum(amount)::bigint as exchanged
        from token_published_day where kind = 'exchanged' group by 1 order by 1`),

    days: (): Promise<PublishedDay[]> =>
      db.query<PublishedDay>(sql`
        select to_char(date, 'YYYY-MM-DD') as date, kind, count, amount from token_published_day
        order by token_published_day.date, kind`),

    /** In order, after a position. */
    balances: (after: number, size: number): Promise<(BalanceGroup & { position: number })[]> =>
      db.query<BalanceGroup & { position: number }>(sql`
        select position, balance, holders from token_published_balance
        where position > ${after} order by position limit ${size}`),
  }
}
