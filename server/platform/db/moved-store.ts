import { formatDate } from '#domain/base/dates.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { adminCommand } from '#server/platform/start/admin-command.ts'
import { SettingError } from '#server/settings.ts'

/** Marks a database whose contents were copied to another one, so that the two do not go on side by side. */
export const makeMovedStore = (db: Database) => ({
  async mark(address: string, at: Date): Promise<void> {
    await db.execute(sql`
      insert into moved_database (address, moved_at) values (${address}, ${at})
      on conflict (only_one) do update set address = excluded.address, moved_at = excluded.moved_at`)
  },

  /** Returns whether there was a mark. */
  unmark: async (): Promise<boolean> => (await db.execute(sql`delete from moved_database`)) > 0,

  /** The address to which the database has been moved. */
  address: async (): Promise<string | undefined> =>
    (await db.first<{ address: string }>(sql`select address from moved_database`))?.address,

  /** Throws if the database has been moved. */
  async refuse({ databaseUrl }: { databaseUrl: string | undefined }): Promise<void> {
    const moved = await db.first<{ address: string; at: Date }>(sql`select address, moved_at as at from moved_database`)
    if (moved)
      throw new SettingError(
        `Impostazione DATABASE_URL ${databaseUrl ? 'sbagliata' : 'mancante'}: questi dati sono stati spostati in ${moved.address} il ${formatDate(moved.at)}, ` +
          `e qui non cambiano più. Per tornare a questi, senza ciò che è successo dopo: «${adminCommand('move-database back')}».`,
      )
  },
})
