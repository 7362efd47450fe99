import type { Member } from '#domain/accounts/access.ts'
import type { PushSubscription } from '#domain/talk/push.schema.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type PushStore = ReturnType<typeof makePushStore>

const MAX_PER_MEMBER = 10

/** The session in which a browser was subscribed. */
export type Subscriber = Pick<Member, 'id' | 'session'>
export type SubscriptionRow = PushSubscription & { session: string }

export const makePushStore = (db: Database) => ({
  transaction: db.transaction,

  /**
   * A browser has one subscription, which belongs to the last member that subscribed. Above MAX_PER_MEMBER, deletes the
   * member's oldest ones.
   */
  async add(tx: Queries, { id, session }: Subscriber, { endpoint, keys }: PushSubscription, at: Date): Promise<void> {
    await tx.execute(sql`
      insert into push_subscription (endpoint, member_id, session, p256dh, auth, created_at)
      values (${endpoint}, ${id}, ${session}, ${keys.p256dh}, ${keys.auth}, ${at})
      on conflict (endpoint) do update set member_id = excluded.member_id, session = excluded.session,
        p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`)
    await tx.execute(sql`
      delete from push_subscription where endpoint in (
        select endpoint from push_subscription where member_id = ${id}
        order by created_at desc offset ${MAX_PER_MEMBER})`)
  },

  async remove(endpoint: string, memberId?: string): Promise<void> {
    await db.execute(sql`
      delete from push_subscription where endpoint = ${endpoint}
        and (${memberId ?? null}::uuid is null or member_id = ${memberId ?? null})`)
  },

  async removeOf(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from push_subscription where member_id = ${memberId}`)
  },

  /** Returns those of the members that have a subscription, ordered by id. */
  async subscribed(tx: Queries, memberIds: string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(sql`
      select distinct member_id as id from push_subscription where member_id = any(${memberIds}::uuid[]) order by id`)
    return rows.map(({ id }) => id)
  },

  of: (memberId: string): Promise<SubscriptionRow[]> =>
    db.query<SubscriptionRow>(sql`
      select endpoint, json_build_object('p256dh', p256dh, 'auth', auth) as keys, session
      from push_subscription
      where member_id = ${memberId}`),
})
