import { identityKey } from '#domain/accounts/members.schema.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { networkOf, wideNetworkOf } from '#server/platform/limits/service.ts'
import { hashCode } from '#server/talk/mail/codes.ts'

export type NetworksStore = ReturnType<typeof makeNetworksStore>

/** Networks from which members have signed in or verified their address, stored as hashes. */
export const makeNetworksStore = (db: Database) => ({
  async isKnown(email: string, network: Buffer): Promise<boolean> {
    const rows = await db.query(sql`
      select from known_network k join member m on m.id = k.member_id
      where m.email_key = ${identityKey(email)} and k.network = ${network}`)
    return rows.length > 0
  },

  async remember(memberId: string, ip: string, at: Date, tx: Queries = db): Promise<void> {
    const wide = wideNetworkOf(ip)
    await tx.execute(sql`
      insert into known_network (member_id, network, wide, seen_at)
      values (${memberId}, ${hashCode(networkOf(ip))}, ${wide === undefined ? null : hashCode(wide)}, ${at})
      on conflict (member_id, network) do update set seen_at = excluded.seen_at, wide = excluded.wide`)
  },

  ofMember: (tx: Queries, memberId: string): Promise<{ network: Buffer; wide: Buffer | null }[]> =>
    tx.query<{ network: Buffer; wide: Buffer | null }>(sql`
      select network, wide from known_network where member_id = ${memberId}`),

  async removeAll(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from known_network where member_id = ${memberId}`)
  },

  removeUnseenSince: (moment: Date): Promise<number> =>
    db.execute(sql`delete from known_network where seen_at < ${moment}`),
})
