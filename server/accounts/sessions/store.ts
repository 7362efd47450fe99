import type { Member } from '#domain/accounts/access.ts'
import type { SuspensionColumns } from '#server/accounts/members/rows.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

export type NewSession = {
  tokenHash: Buffer
  memberId: string
  /** The hash of the password that was checked; null if none was. */
  passwordHash: string | null
  /** The session of the volunteer who acts for the member; null in the member's own sessions. */
  volunteerSession: string | null
  beganAt: Date
  expiresAt: Date
}
/** A session with the fields of its member that each request needs. */
type OpenSession = Omit<Member, 'suspension' | 'actor'> &
  SuspensionColumns &
  Pick<NewSession, 'volunteerSession' | 'expiresAt'>
export type SessionsStore = ReturnType<typeof makeSessionsStore>

/** A session ends when its row is deleted. */
export const makeSessionsStore = (db: Database) => {
  const memberColumns = sql`
    m.id, m.username, m.shown_name as "shownName", m.verified, m.is_seller as "isSeller", m.role, m.is_admin as "isAdmin", m.has_ad as "hasAd",
    m.suspended_at as "suspendedAt", m.suspended_until as "suspendedUntil", m.suspension_reason as "suspensionReason"`
  const find = (where: Sql, now: Date): Promise<OpenSession | undefined> =>
    db.first<OpenSession>(sql`
      select s.id as session, s.volunteer_session as "volunteerSession", s.expires_at as "expiresAt",
        ${memberColumns}
      from member_session s join member m on m.id = s.member_id
      where ${where} and s.expires_at > ${now} and m.deleted_at is null`)

  return {
    /** The member without a session, with the verified address. */
    findMember: (
      id: string,
    ): Promise<
      (Omit<Member, 'session' | 'suspension' | 'actor'> & SuspensionColumns & { email: string }) | undefined
    > => db.first(sql`select ${memberColumns}, m.email from member m where m.id = ${id} and m.deleted_at is null`),

    /**
     * Returns the id, or undefined if the password has changed since it was checked. The lock waits for a concurrent
     * password change, which would not end a session that is not committed yet.
     */
    async add(session: NewSession): Promise<string | undefined> {
      const { tokenHash, memberId, passwordHash, volunteerSession, beganAt, expiresAt } = session
      const row = await db.first<{ id: string }>(sql`
        insert into member_session (token_hash, member_id, volunteer_session, began_at, expires_at)
        select ${tokenHash}::bytea, id, ${volunteerSession}::uuid, ${beganAt}::timestamptz, ${expiresAt}::timestamptz
        from member where id = ${memberId} and password_hash = coalesce(${passwordHash}, password_hash)
        for key share
        returning id`)
      return row?.id
    },

    findByToken: (tokenHash: Buffer, now: Date) => find(sql`s.token_hash = ${tokenHash}`, now),
    findById: (id: string, now: Date) => find(sql`s.id = ${id}`, now),

    async isOpen(id: string, now: Date, tx: Queries = db): Promise<boolean> {
      return (await tx.query(sql`select from member_session where id = ${id} and expires_at > ${now}`)).length > 0
    },

    /** Returns the member's own sessions, newest first, without those of the desk. */
    openOf: (memberId: string, now: Date): Promise<{ beganAt: Date }[]> =>
      db.query<{ beganAt: Date }>(sql`
        select began_at as "beganAt" from member_session
        where member_id = ${memberId} and volunteer_session is null and expires_at > ${now} order by began_at desc`),

    async remove(id: string): Promise<void> {
      await db.execute(sql`delete from member_session where id = ${id}`)
    },

    /** Ends all sessions of the member and replaces the given one by one with a new token. Returns false if it has ended. */
    async renew(tx: Queries, { session, id }: Member, tokenHash: Buffer): Promise<boolean> {
      const added = await tx.execute(sql`
        with ended as (delete from member_session where member_id = ${id} returning *)
        insert into member_session (token_hash, member_id, began_at, expires_at)
        select ${tokenHash}::bytea, member_id, began_at, expires_at from ended where id = ${session}`)
      return added > 0
    },

    async removeAll(tx: Queries, memberId: string): Promise<void> {
      await tx.execute(sql`delete from member_session where member_id = ${memberId}`)
    },

    removeExpired: (before: Date): Promise<number> =>
      db.execute(sql`delete from member_session where expires_at < ${before}`),
  }
}
