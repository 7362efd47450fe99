import type pg from 'pg'
import type { Hundredths } from '#domain/base/money.ts'
import { ZERO_ADDRESS } from '#server/val/currency/entries.ts'

/** What a backup holds, to tell a person who makes or checks it. */
export type Contents = { members: number; listings: number; val: Hundredths }

export const readContents = async (client: pg.ClientBase): Promise<Contents> => {
  const { rows } = await client.query<Contents>(`
    select (select count(*)::integer from member where deleted_at is null) as members,
      (select count(*)::integer from listing) as listings,
      (select coalesce(sum(balance), 0) from token_balance where account <> '${ZERO_ADDRESS}')::float8 as val`)
  return rows[0] ?? { members: 0, listings: 0, val: 0 }
}
