import { DESK_CODE_MINUTES, DESK_SESSION_MINUTES } from '#domain/accounts/desk.ts'
import { INVITATION_DAYS } from '#domain/accounts/member-import.ts'
import { CHALLENGE_MINUTES } from '#domain/accounts/passkeys.ts'
import { SESSION_DAYS } from '#domain/accounts/retention.ts'
import { FEEDBACK_DAYS } from '#domain/exchange/feedback.ts'
import { RING_ANSWER_DAYS, RING_REST_DAYS } from '#domain/exchange/rings.ts'
import { VAL_REQUEST_DAYS } from '#domain/val/transfers.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { join, raw, type Sql, sql } from '#server/platform/db/sql.ts'

type Time = {
  table: string
  column: string
  /** How far from now it can be, as an interval. */
  longest: string
  /** How far from now it becomes, if it is further; without it, as far as it can be. */
  becomes?: Sql
}

const AT_ONCE = sql`interval '0'`

const happened = (table: string, ...columns: string[]): Time[] =>
  columns.map((column) => ({ table, column, longest: '0' }))

/**
 * Times by which something is done, sent, counted or deleted, stored by the clock of a process: while that was ahead, in the
 * future. Each is found by an index or in a small table. Dates that people choose are not among them.
 */
export const FUTURE_TIMES: readonly Time[] = [
  ...happened('mail', 'created_at'),
  ...happened('notice', 'created_at'),
  // At the latest the next morning.
  { table: 'notice', column: 'mail_at', longest: '26 hours', becomes: AT_ONCE },
  ...happened('backup', 'made_at'),
  ...happened('orders', 'created_at', 'turn_at', 'delivered_at', 'paid_at', 'handed_over_at', 'concluded_at'),
  ...happened('payment', 'created_at'),
  ...happened('chain_transaction', 'created_at'),
  ...happened('treasury_gift', 'created_at', 'paid_at'),
  ...happened('gift_import', 'created_at'),
  ...happened('listing', 'published_at'),
  ...happened('listing_life', 'alive_at', 'asked_at'),
  ...happened('member', 'created_at', 'credentials_changed_at', 'welcomed_at'),
  ...happened('welcome_mark', 'given_at'),
  ...happened('thread', 'created_at', 'last_at'),
  ...happened('upload', 'unused_since'),
  ...happened('newsletter', 'started_at', 'finished_at'),
  ...happened('newsletter_subscriber', 'created_at'),
  ...happened('ring', 'closed_at'),
  ...happened('part_status', 'back_at'),
  ...happened('decision', 'created_at'),
  ...happened('mail_link', 'created_at'),
  ...happened('inbound_mail', 'received_at'),
  ...happened('mail_failure', 'failed_at'),
  ...happened('known_network', 'seen_at'),
  ...happened('idempotency', 'created_at'),
  ...happened('stream_event', 'created_at'),
  {
    table: 'member_session',
    column: 'expires_at',
    longest: `${SESSION_DAYS} days`,
    becomes: sql`make_interval(
      days => case when volunteer_session is null then ${SESSION_DAYS} else 0 end::int,
      mins => case when volunteer_session is null then 0 else ${DESK_SESSION_MINUTES} end::int)`,
  },
  // Invitations are valid longest; a link to a new password would be valid as long.
  { table: 'mail_link', column: 'expires_at', longest: `${INVITATION_DAYS} days`, becomes: sql`interval '1 hour'` },
  { table: 'mail', column: 'expires_at', longest: `${INVITATION_DAYS} days`, becomes: sql`interval '1 hour'` },
  { table: 'passkey_challenge', column: 'expires_at', longest: `${CHALLENGE_MINUTES} minutes` },
  { table: 'desk_code', column: 'expires_at', longest: `${DESK_CODE_MINUTES} minutes` },
  { table: 'order_feedback', column: 'shown_at', longest: `${FEEDBACK_DAYS} days` },
  { table: 'val_request', column: 'ends_at', longest: `${VAL_REQUEST_DAYS} days` },
  { table: 'ring', column: 'ends_at', longest: `${RING_ANSWER_DAYS} days` },
  { table: 'ring_rest', column: 'until', longest: `${RING_REST_DAYS} days` },
]

// Clocks of several servers differ a little.
const TOLERANCE = sql`interval '1 minute'`

/** Sets these times right, by the clock of the database. */
export const correctFutureTimes = async (db: Queries): Promise<void> => {
  const isAhead = ({ column, longest }: Time) => sql`${raw(column)} > now() + ${longest}::interval + ${TOLERANCE}`
  const found = await db.query<{ index: number }>(
    join(
      FUTURE_TIMES.map(
        (time, index) =>
          sql`select ${index}::int as index where exists (select from ${raw(time.table)} where ${isAhead(time)})`,
      ),
      ' union all ',
    ),
  )
  for (const { index } of found) {
    const time = FUTURE_TIMES[index]
    if (!time) continue
    const { table, column, longest, becomes = sql`${longest}::interval` } = time
    await db.execute(sql`update ${raw(table)} set ${raw(column)} = now() + ${becomes} where ${isAhead(time)}`)
  }
}
