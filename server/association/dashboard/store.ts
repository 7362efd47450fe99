import type { Dashboard } from '#domain/association/dashboard.schema.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'

export type Figures = Omit<Dashboard, 'countedAt'>
export type DashboardStore = ReturnType<typeof makeDashboardStore>

export const makeDashboardStore = (db: Database) => ({
  find: (since: Date): Promise<{ figures: Figures; countedAt: Date } | undefined> =>
    db.first<{ figures: Figures; countedAt: Date }>(sql`
      select figures, counted_at as "countedAt" from dashboard_figures where counted_at >= ${since}`),

  async save(figures: Figures, countedAt: Date): Promise<void> {
    await db.execute(sql`
      insert into dashboard_figures (figures, counted_at) values (${JSON.stringify(figures)}, ${countedAt})
      on conflict (only_one) do update set figures = excluded.figures, counted_at = excluded.counted_at`)
  },

  /** Condition: the stored figures were counted before that time, or by a clock that was ahead. */
  hasOutdated: (before: Date, now: Date): Sql => sql`
    exists (select from dashboard_figures where counted_at <= ${before} or counted_at > ${now}::timestamptz + interval '1 minute')`,

  async remove(): Promise<void> {
    await db.execute(sql`delete from dashboard_figures`)
  },
})
