import { lockName } from '#server/platform/db/named-lock.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type AlertRow = { id: string; searchId: number; createdAt: Date }
export type MatchingAlert = { id: string; memberId: string; searchId: number }
type Match = { listingId: string; sellerId: string; searchIds: number[] }
export type AlertsStore = ReturnType<typeof makeAlertsStore>

export const makeAlertsStore = (db: Database) => {
  const columns = sql`id, search_id as "searchId", created_at as "createdAt"`

  return {
    transaction: db.transaction,

    /** Last saved first. */
    ofMember: (memberId: string, tx: Queries = db): Promise<AlertRow[]> =>
      tx.query<AlertRow>(
        sql`select ${columns} from alert where member_id = ${memberId} order by created_at desc, id desc`,
      ),

    /** Serialises the member's own requests, so that the limit holds. */
    async lockMember(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`select from member where id = ${memberId} for no key update`)
    },

    async add(tx: Queries, memberId: string, searchId: number, at: Date): Promise<AlertRow> {
      const row = await tx.first<AlertRow>(sql`
        insert into alert (member_id, search_id, created_at) values (${memberId}, ${searchId}, ${at}) returning ${columns}`)
      return row as AlertRow
    },

    /** False if the member has no such alert. */
    async remove(memberId: string, id: string): Promise<boolean> {
      return (await db.execute(sql`delete from alert where id = ${id} and member_id = ${memberId}`)) > 0
    },

    async removeOf(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`delete from alert where member_id = ${memberId}`)
    },

    /** Serialises the jobs about one listing. */
    async lockListing(tx: Queries, listingId: string): Promise<void> {
      await lockName(tx, `alert matches ${listingId}`)
    },

    /**
     * Returns the alerts with these searches that have not matched the listing before, of the next members after `after`.
     * Leaves out the seller, and members who have blocked the seller or whom the seller has blocked.
     */
    toTell: (tx: Queries, match: Match, after: string, members: number): Promise<MatchingAlert[]> =>
      tx.query<MatchingAlert>(sql`
        with matching as (
          select a.id, a.member_id, a.search_id from unnest(${match.searchIds}::bigint[]) as found (id)
          join alert a on a.search_id = found.id
          where a.member_id > ${after} and a.member_id <> ${match.sellerId}
            and not exists (select from alert_match m where m.alert_id = a.id and m.listing_id = ${match.listingId})
            and not exists (select from member_block b where (b.blocker_id, b.blocked_id) in
              ((a.member_id, ${match.sellerId}), (${match.sellerId}, a.member_id)))
        )
        select id, member_id as "memberId", search_id as "searchId" from matching
        where member_id in (select distinct member_id from matching order by member_id limit ${members})
        order by member_id, id`),

    async recordMatches(tx: Queries, alertIds: string[], listingId: string): Promise<void> {
      await tx.execute(sql`
        insert into alert_match (alert_id, listing_id) select a.id, l.id from alert a cross join listing l
        where a.id = any(${alertIds}::uuid[]) and l.id = ${listingId} on conflict do nothing`)
    },
  }
}
