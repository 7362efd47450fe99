import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type LinkPurpose = 'verification' | 'recovery' | 'email' | 'invitation'
/** E-mail and password before a change. */
export type Snapshot = { memberId: string; email: string; passwordHash: string }
export type LinksStore = ReturnType<typeof makeLinksStore>

/** Locks the member of a link. Call before links change: members are locked before their links. */
const lockMember = (tx: Queries, hash: Buffer): Promise<number> =>
  tx.execute(sql`
    select from mail_link join member on member.id = mail_link.member_id where mail_link.hash = ${hash}
    for update of member`)

/** Links sent by mail, stored as hashes. */
export const makeLinksStore = (db: Database) => ({
  async add(tx: Queries, link: { hash: Buffer; memberId: string; purpose: LinkPurpose; at: Date; expiresAt: Date }) {
    await tx.execute(sql`insert into mail_link (hash, member_id, purpose, created_at, expires_at)
      values (${link.hash}, ${link.memberId}, ${link.purpose}, ${link.at}, ${link.expiresAt})`)
  },

  async addAll(
    tx: Queries,
    added: { hash: Buffer; memberId: string }[],
    { purpose, at, expiresAt }: { purpose: LinkPurpose; at: Date; expiresAt: Date },
  ): Promise<void> {
    await tx.execute(sql`insert into mail_link (hash, member_id, purpose, created_at, expires_at)
      select hash, member, ${purpose}, ${at}, ${expiresAt}
      from unnest(${added.map(({ hash }) => hash)}::bytea[], ${added.map(({ memberId }) => memberId)}::uuid[])
        as added(hash, member)`)
  },

  async isValid(hash: Buffer, purpose: LinkPurpose, now: Date): Promise<boolean> {
    const rows = await db.query(sql`select from mail_link
      where hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > ${now}`)
    return rows.length > 0
  },

  /** Marks a valid link, and the member's other links with that purpose, as used. Returns the member's id if it was valid. */
  async use(tx: Queries, hash: Buffer, purpose: LinkPurpose, now: Date): Promise<string | undefined> {
    await lockMember(tx, hash)
    const row = await tx.first<{ memberId: string }>(sql`
      update mail_link l set used_at = ${now} from member m
      where l.hash = ${hash} and l.purpose = ${purpose} and l.used_at is null and l.expires_at > ${now}
        and m.id = l.member_id and m.deleted_at is null
      returning l.member_id as "memberId"`)
    if (row)
      await tx.execute(sql`update mail_link set used_at = ${now}
      where member_id = ${row.memberId} and purpose = ${purpose} and used_at is null`)
    return row?.memberId
  },

  /** Returns the verified member of a verification link that was used before. */
  async findVerified(tx: Queries, hash: Buffer): Promise<string | undefined> {
    const row = await tx.first<{ memberId: string }>(sql`
      select m.id as "memberId" from mail_link l join member m on m.id = l.member_id
      where l.hash = ${hash} and l.purpose = 'verification' and l.used_at is not null and m.verified and m.deleted_at is null`)
    return row?.memberId
  },

  /** Adds a link that restores the member's current e-mail and password. */
  async addRestore(tx: Queries, link: { hash: Buffer; memberId: string; at: Date; expiresAt: Date }): Promise<void> {
    await tx.execute(sql`
      insert into mail_link (hash, member_id, purpose, created_at, expires_at, email, email_key, password_hash)
      select ${link.hash}, id, 'restore', ${link.at}, ${link.expiresAt}, email, email_key, password_hash
      from member where id = ${link.memberId}`)
  },

  async useRestore(tx: Queries, hash: Buffer, now: Date): Promise<(Snapshot & { createdAt: Date }) | undefined> {
    await lockMember(tx, hash)
    return tx.first<Snapshot & { createdAt: Date }>(sql`
      update mail_link l set used_at = ${now} from member m
      where l.hash = ${hash} and l.purpose = 'restore' and l.used_at is null and l.expires_at > ${now}
        and m.id = l.member_id and m.deleted_at is null
      returning l.member_id as "memberId", l.email, l.password_hash as "passwordHash", l.created_at as "createdAt"`)
  },

  async invalidateRestores(tx: Queries, memberId: string, since: Date, now: Date): Promise<void> {
    await tx.execute(sql`update mail_link set used_at = ${now}
      where member_id = ${memberId} and purpose = 'restore' and used_at is null and created_at >= ${since}`)
  },

  /** Whether a valid link can restore this address to another member. */
  async isReserved(tx: Queries, emailKey: string, memberId: string, now: Date): Promise<boolean> {
    const rows = await tx.query(sql`select from mail_link
      where email_key = ${emailKey} and member_id <> ${memberId} and used_at is null and expires_at > ${now}`)
    return rows.length > 0
  },

  async invalidateAll(tx: Queries, memberId: string, purpose: LinkPurpose, now: Date): Promise<void> {
    await tx.execute(sql`update mail_link set used_at = ${now}
      where member_id = ${memberId} and purpose = ${purpose} and used_at is null`)
  },

  async removeAll(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from mail_link where member_id = ${memberId}`)
  },

  async removeExpired(before: Date): Promise<number> {
    return db.execute(sql`delete from mail_link where expires_at < ${before}`)
  },
})
