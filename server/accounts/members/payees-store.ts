import { identityKey } from '#domain/accounts/members.schema.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { escapeLike, sql } from '#server/platform/db/sql.ts'

export type SuggestedPayee = { username: string; name: string; logo: string }
type Wanted = { text: string; recent: string[]; hidden: string[]; most: number }

/** Members found by the name that others see, to be paid or asked for VAL. */
export const makePayeesStore = (db: Database) => ({
  /** Recent ones first, in the given order; without a text only these. Members who do not offer anything are found only if recent. */
  suggested: ({ text, recent, hidden, most }: Wanted): Promise<SuggestedPayee[]> => {
    const words = identityKey(text)
    const pattern = `%${escapeLike(words)}%`
    const isFound = sql`
      names like ${pattern} and (strpos(lower(shown_name), ${words}) > 0 or strpos(username_key, ${words}) > 0)`
    return db.query<SuggestedPayee>(sql`
      select username, shown_name as name, seller_logo as logo from member
      where deleted_at is null and account is not null and suspended_at is null and id <> all(${hidden}::uuid[])
        and ${words === '' ? sql`id = any(${recent}::uuid[])` : sql`${isFound} and (is_seller or id = any(${recent}::uuid[]))`}
      order by array_position(${recent}::uuid[], id), strpos(lower(shown_name), ${words}) <> 1, lower(shown_name), id
      limit ${most}`)
  },
})
