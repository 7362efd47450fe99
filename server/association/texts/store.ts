import type { TextPage } from '#domain/association/page-texts.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export type TextRow = { version: number; text: string; createdAt: Date }
export type TextsStore = ReturnType<typeof makeTextsStore>

export const makeTextsStore = (db: Database) => ({
  transaction: db.transaction,

  newest: (page: TextPage, tx: Queries = db): Promise<TextRow | undefined> =>
    tx.first<TextRow>(sql`
    select version, text, created_at as "createdAt" from page_text where page = ${page} order by version desc limit 1`),

  /** Returns false if that version already exists. */
  async add(
    tx: Queries,
    page: TextPage,
    text: { version: number; text: string; by: string; at: Date },
  ): Promise<boolean> {
    const count = await tx.execute(sql`
      insert into page_text (page, version, text, written_by, created_at)
      values (${page}, ${text.version}, ${text.text}, ${text.by}, ${text.at}) on conflict do nothing`)
    return count > 0
  },
})
