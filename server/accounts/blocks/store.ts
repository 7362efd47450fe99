import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type BlockRow = { id: string; username: string; name: string; at: Date }
export type BlocksStore = ReturnType<typeof makeBlocksStore>

export const makeBlocksStore = (db: Database) => ({
  transaction: db.transaction,

  async add(tx: Queries, blockerId: string, blockedId: string, at: Date): Promise<void> {
    await tx.execute(sql`
      insert into member_block (blocker_id, blocked_id, created_at) values (${blockerId}, ${blockedId}, ${at})
      on conflict do nothing`)
  },

  async remove(blockerId: string, blockedId: string): Promise<void> {
    await db.execute(sql`delete from member_block where blocker_id = ${blockerId} and blocked_id = ${blockedId}`)
  },

  /** Returns the members that this member has blocked, newest first. */
  blockedBy: (blockerId: string): Promise<BlockRow[]> =>
    db.query<BlockRow>(sql`
    select b.blocked_id as id, m.username, m.shown_name as name, b.created_at as at
    from member_block b join member m on m.id = b.blocked_id
    where b.blocker_id = ${blockerId} and m.deleted_at is null order by b.created_at desc, b.blocked_id`),

  /** Whether either member has blocked the other. Responses must not reveal it: treat the other member as missing. */
  async areBlocked(tx: Queries, one: string, other: string): Promise<boolean> {
    const row = await tx.first<{ blocked: boolean }>(sql`
      select exists (select from member_block
        where (blocker_id = ${one} and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = ${one})) as blocked`)
    return row?.blocked === true
  },

  /** Returns the members that this member has blocked or is blocked by. */
  async blockedWith(tx: Queries, memberId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(sql`
      select blocked_id as id from member_block where blocker_id = ${memberId}
      union select blocker_id from member_block where blocked_id = ${memberId}`)
    return rows.map(({ id }) => id)
  },

  /** Called when the account is deleted. */
  async removeOf(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from member_block where blocker_id = ${memberId} or blocked_id = ${memberId}`)
  },
})
