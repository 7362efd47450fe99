import { identityKey } from '#domain/accounts/members.schema.ts'
import type { ImportedPerson } from '#server/accounts/import/import-rows.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

type InvitedRow = { id: string; shownName: string; email: string }
export type ImportStore = ReturnType<typeof makeImportStore>

// Must match the expression of the generated column member.username_skeleton.
const LOOK_ALIKES: Record<string, string> = { 0: 'o', 1: 'i', ð: 'đ', ĸ: 'k', ě: 'ĕ', ő: 'ö', ű: 'ü', '’': "'" }

/** Maps names that look alike to the same text. */
export const skeletonOf = (username: string): string =>
  identityKey(username).replace(/[01ðĸěőű’]/g, (letter) => LOOK_ALIKES[letter] ?? letter)

const IS_WAITING = sql`i.mailed_at is null and not m.verified and m.deleted_at is null`

export const makeImportStore = (db: Database) => ({
  transaction: db.transaction,

  /** Returns the addresses that belong to an account, or that a valid link can restore to one. */
  async takenEmails(emails: string[], now: Date): Promise<Set<string>> {
    const keys = emails.map(identityKey)
    const rows = await db.query<{ key: string }>(sql`
      select email_key as key from member where email_key = any(${keys})
      union select email_key from mail_link where email_key = any(${keys}) and used_at is null and expires_at > ${now}`)
    return new Set(rows.map(({ key }) => key))
  },

  async takenNames(usernames: string[]): Promise<Set<string>> {
    const rows = await db.query<{ skeleton: string }>(sql`
      select username_skeleton as skeleton from member where username_skeleton = any(${usernames.map(skeletonOf)})`)
    return new Set(rows.map(({ skeleton }) => skeleton))
  },

  /** Stores unverified members without a password, and their invitations. Returns the ids by address. */
  async addAll(tx: Queries, people: ImportedPerson[], at: Date): Promise<Map<string, string>> {
    const added = people.map(({ listings, row, ...person }) => ({
      ...person,
      username_key: identityKey(person.username),
      email_key: identityKey(person.email),
      seller_name: `${person.name} ${person.surname}`.trim(),
    }))
    const rows = await tx.query<{ id: string; email: string }>(sql`
      with imported as (
        insert into member (username, username_key, email, email_key, password_hash, name, surname, phone, zip_code, city,
          seller_name, seller_description, created_at)
        select username, username_key, email, email_key, '', name, surname, phone, "zipCode", city, seller_name, description, ${at}
        from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as person(username text, username_key text, email text,
          email_key text, name text, surname text, phone text, "zipCode" text, city text, seller_name text, description text)
        returning id, email),
      invited as (insert into member_invitation (member_id, created_at) select id, ${at}::timestamptz from imported)
      select id, email from imported`)
    return new Map(rows.map(({ id, email }) => [email, id]))
  },

  /** Locks invitations that were not mailed yet; skips rows locked elsewhere. */
  lockWaiting: (tx: Queries, most: number): Promise<InvitedRow[]> =>
    tx.query<InvitedRow>(sql`
      select m.id, m.shown_name as "shownName", m.email from member_invitation i join member m on m.id = i.member_id
      where ${IS_WAITING}
      order by i.member_id limit ${most} for update of i skip locked`),
  hasWaiting: sql`exists (
    select from member_invitation i join member m on m.id = i.member_id where ${IS_WAITING})`,

  async markMailed(tx: Queries, memberIds: string[], at: Date): Promise<void> {
    await tx.execute(sql`update member_invitation set mailed_at = ${at} where member_id = any(${memberIds}::uuid[])`)
  },

  async isInvited(memberId: string): Promise<boolean> {
    return (await db.query(sql`select from member_invitation where member_id = ${memberId}`)).length > 0
  },

  async removeInvitation(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from member_invitation where member_id = ${memberId}`)
  },
})
