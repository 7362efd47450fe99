import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

type SessionRow = { session: string; memberId: string; epoch: number; beganAt: Date; expiresAt: Date }
export type SessionsStore = ReturnType<typeof makeSessionsStore>

/** The sessions that members have begun. */
export const makeSessionsStore = (db: Database) => ({
  async add({ session, memberId, epoch, beganAt, expiresAt }: SessionRow): Promise<void> {
    await db.execute(sql`
      insert into member_session (session, member_id, epoch, began_at, expires_at)
      values (${session}, ${memberId}, ${epoch}, ${beganAt}, ${expiresAt})`)
  },

  /** Those that were not ended, newest first. */
  openOf: (memberId: string, now: Date): Promise<{ beganAt: Date }[]> =>
    db.query<{ beganAt: Date }>(sql`
      select s.began_at as "beganAt" from member_session s join member m on m.id = s.member_id and m.token_epoch = s.epoch
      where s.member_id = ${memberId} and s.expires_at > ${now}
        and not exists (select from ended_session e where e.session = s.session)
      order by s.began_at desc`),

  /** Keeps this session open after all of the member were ended. */
  async keepOpen(tx: Queries, session: string): Promise<void> {
    await tx.execute(sql`
      update member_session s set epoch = m.token_epoch from member m
      where s.session = ${session} and m.id = s.member_id and m.token_epoch <> s.epoch`)
  },

  async removeAll(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from member_session where member_id = ${memberId}`)
  },

  removeExpired: (before: Date): Promise<number> =>
    db.execute(sql`delete from member_session where expires_at < ${before}`),
})
