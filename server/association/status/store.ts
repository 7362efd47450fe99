import type { StatusPart } from '#domain/association/status.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type PartRow = {
  part: StatusPart
  downSince: Date | null
  alarmedAt: Date | null
  backAt: Date | null
}
export type StatusStore = ReturnType<typeof makeStatusStore>

export const makeStatusStore = (db: Database) => ({
  transaction: db.transaction,

  rows: (tx: Queries = db): Promise<PartRow[]> =>
    tx.query<PartRow>(sql`
      select part, down_since as "downSince", alarmed_at as "alarmedAt", back_at as "backAt" from part_status`),

  /**
   * Claims the check of a part and locks its row; returns false if another instance has checked it since `unlessSince`. A
   * check in the future was made by a clock that was ahead, and does not count.
   */
  async claim(tx: Queries, part: StatusPart, { at, unlessSince }: { at: Date; unlessSince: Date }): Promise<boolean> {
    const count = await tx.execute(sql`
      insert into part_status as s (part, checked_at) values (${part}, ${at})
      on conflict (part) do update set checked_at = excluded.checked_at
      where s.checked_at <= ${unlessSince} or s.checked_at > ${at}::timestamptz + interval '1 minute'`)
    return count > 0
  },

  async recordCheck(tx: Queries, parts: readonly StatusPart[], at: Date): Promise<void> {
    await tx.execute(sql`
      insert into part_status (part, checked_at) select part, ${at}::timestamptz from unnest(${parts}::text[]) as part
      on conflict (part) do update set checked_at = excluded.checked_at`)
  },

  async set(tx: Queries, { part, downSince, alarmedAt, backAt }: PartRow): Promise<void> {
    await tx.execute(sql`
      update part_status set down_since = ${downSince}, alarmed_at = ${alarmedAt}, back_at = ${backAt}
      where part = ${part}`)
  },

  async lastBackup(): Promise<Date | null> {
    const row = await db.first<{ at: Date }>(sql`select made_at as at from backup order by id desc limit 1`)
    return row?.at ?? null
  },

  /** When the last backup was made; before the first, when the database was prepared. */
  async lastProtected(): Promise<Date | null> {
    const row = await db.first<{ at: Date | null }>(sql`
      select coalesce((select max(made_at) from backup), (select min(applied_at) from schema_migration)) as at`)
    return row?.at ?? null
  },

  async addBackup(at: Date): Promise<void> {
    await db.execute(sql`insert into backup (made_at) values (${at})`)
  },
})
