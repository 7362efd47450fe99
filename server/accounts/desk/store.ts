import { NO_MAILBOX } from '#domain/accounts/desk.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type CardRow = { memberId: string; pinHash: string; failed: number }
export type CardHolder = { id: string; username: string; name: string; phone: string }
export type DeskStore = ReturnType<typeof makeDeskStore>

export const makeDeskStore = (db: Database) => ({
  transaction: db.transaction,

  /** Replaces an earlier card. */
  async setCard(tx: Queries, card: { memberId: string; codeHash: Buffer; pinHash: string; at: Date }): Promise<void> {
    await tx.execute(sql`
      insert into desk_card (member_id, code_hash, pin_hash, created_at)
      values (${card.memberId}, ${card.codeHash}, ${card.pinHash}, ${card.at})
      on conflict (member_id) do update set code_hash = excluded.code_hash, pin_hash = excluded.pin_hash, failed = 0,
        created_at = excluded.created_at`)
  },

  findCard: (codeHash: Buffer): Promise<CardRow | undefined> =>
    db.first<CardRow>(sql`
    select member_id as "memberId", pin_hash as "pinHash", failed from desk_card where code_hash = ${codeHash}`),

  async hasCard(tx: Queries, memberId: string): Promise<boolean> {
    return (await tx.query(sql`select from desk_card where member_id = ${memberId}`)).length > 0
  },

  /** Counts an attempt before the PIN is compared, so that concurrent attempts count too. Returns false if the card is locked. */
  async countAttempt(memberId: string, most: number): Promise<boolean> {
    const count = await db.execute(sql`
      update desk_card set failed = failed + 1 where member_id = ${memberId} and failed < ${most}`)
    return count > 0
  },

  async resetAttempts(memberId: string): Promise<void> {
    await db.execute(sql`update desk_card set failed = 0 where member_id = ${memberId}`)
  },

  /** Replaces an earlier code. */
  async setCode(tx: Queries, code: { memberId: string; codeHash: Buffer; expiresAt: Date }): Promise<void> {
    await tx.execute(sql`
      insert into desk_code (member_id, code_hash, expires_at) values (${code.memberId}, ${code.codeHash}, ${code.expiresAt})
      on conflict (member_id) do update set code_hash = excluded.code_hash, failed = 0, expires_at = excluded.expires_at`)
  },

  /** Returns true once for the right code. Attempts are counted before the code is compared, as for cards. */
  async consumeCode(memberId: string, codeHash: Buffer, now: Date, most: number): Promise<boolean> {
    const counted = await db.execute(sql`
      update desk_code set failed = failed + 1
      where member_id = ${memberId} and expires_at > ${now} and failed < ${most}`)
    if (counted === 0) return false
    const used = await db.execute(sql`delete from desk_code where member_id = ${memberId} and code_hash = ${codeHash}`)
    return used > 0
  },

  /** Members with a card and without e-mail: the desk answers for them. */
  answeredFor: (): Promise<CardHolder[]> =>
    db.query<CardHolder>(sql`
      select m.id, m.username, m.shown_name as name, m.phone from desk_card c join member m on m.id = c.member_id
      where m.email like ${`%${NO_MAILBOX}`} and m.deleted_at is null`),

  /** Returns when the member's card was created. */
  async cardDate(memberId: string): Promise<Date | undefined> {
    const row = await db.first<{ at: Date }>(sql`select created_at as at from desk_card where member_id = ${memberId}`)
    return row?.at
  },

  async removeOf(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from desk_card where member_id = ${memberId}`)
    await tx.execute(sql`delete from desk_code where member_id = ${memberId}`)
  },

  removeExpired: (now: Date): Promise<number> => db.execute(sql`delete from desk_code where expires_at < ${now}`),
})
