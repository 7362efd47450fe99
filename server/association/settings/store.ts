import type { SettingsContent } from '#domain/association/settings.schema.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type SettingsRow = { version: number; content: SettingsContent }
export type SettingsStore = ReturnType<typeof makeSettingsStore>

export const makeSettingsStore = (db: Database) => ({
  transaction: db.transaction,

  newest: (tx: Queries = db): Promise<SettingsRow | undefined> =>
    tx.first<SettingsRow>(sql`select version, content from settings order by version desc limit 1`),

  /** Returns false if that version already exists. */
  async add(tx: Queries, { version, content }: SettingsRow, { by, at }: { by: string; at: Date }): Promise<boolean> {
    const count = await tx.execute(sql`
      insert into settings (version, content, written_by, created_at)
      values (${version}, ${JSON.stringify(content)}::jsonb, ${by}, ${at}) on conflict do nothing`)
    return count > 0
  },
})
