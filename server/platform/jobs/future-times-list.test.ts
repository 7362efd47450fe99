import { expect, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { FUTURE_TIMES } from '#server/platform/jobs/future-times-store.ts'
import { aDatabase } from '#test/database.ts'

/** The times that nothing sets right after a clock that was ahead, by the reason why that does no harm. */
const EXCUSED: Record<string, string[]> = {
  'a date that people choose': [
    'decision.ends_at',
    'listing.ends_at',
    'listing.expires_at',
    'listing.starts_at',
    'listing_end_told.ends_at',
    'member.suspended_until',
    'order_item.ends_at',
    'order_item.starts_at',
  ],
  'the statements that read it know that it can be ahead': [
    'chain_transaction.signed_at',
    'dashboard_figures.counted_at',
    'job_schedule.slot',
    'mail.claimed_until',
    'part_status.checked_at',
    'part_status.down_since',
    'rate_limit.full_at',
    'retention.clock_up_to',
  ],
  'read only as whether it is set': [
    'chain_transaction.receipt_at',
    'gift_import.approved_at',
    'mail_link.used_at',
    'member.deleted_at',
    'member.suspended_at',
    'member.welcome_held_at',
    'member_invitation.mailed_at',
    'member_transfer.told_at',
    'newsletter_subscriber.verified_at',
    'notice.seen_at',
    'orders.answered_at',
    'orders.buyer_reminded_at',
    'orders.expired_at',
    'orders.request_mailed_at',
    'orders.second_mail_at',
    'orders.seller_reminded_at',
    'part_status.alarmed_at',
    'payment.told_at',
    'treasury_gift.approved_at',
    'val_request.withdrawn_at',
  ],
  'by the blocks of the chain': ['chain_transaction.mined_at', 'token_event.at', 'token_round.at', 'val_movement.at'],
  'shown, or the order of a list': [
    'alert.created_at',
    'audit.at',
    'chain_transaction.settled_at',
    'consent.at',
    'decision.objected_at',
    'decision.reviewed_at',
    'desk_card.created_at',
    'evaporation_round.announced_at',
    'evaporation_round.cancelled_at',
    'evaporation_round.done_at',
    'evaporation_round.recalled_at',
    'evaporation_round.told_at',
    'favourite.created_at',
    'listing.created_at',
    'mail.given_up_at',
    'mail.sent_at',
    'member_block.created_at',
    'member_invitation.created_at',
    'member_session.began_at',
    'member_transfer.created_at',
    'message.created_at',
    'moved_database.moved_at',
    'newsletter.created_at',
    'newsletter.listings_since',
    'order_feedback.created_at',
    'orders.agreed_at',
    'orders.cancelled_at',
    'orders.problem_at',
    'orders.settled_at',
    'orders.terms_at',
    'page_text.created_at',
    'passkey.created_at',
    'passkey.last_used_at',
    'push_subscription.created_at',
    'reply_address.created_at',
    'report.created_at',
    'review.created_at',
    'review.replied_at',
    'ring.agreed_at',
    'ring.created_at',
    'schema_migration.applied_at',
    'settings.created_at',
    'synonym_group.created_at',
    'val_request.created_at',
  ],
}

test('every stored time is set right after a clock that was ahead, or has a reason why that is not needed', async () => {
  const db = await aDatabase()
  const columns = await db.query<{ name: string }>(sql`
    select table_name || '.' || column_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type like 'timestamp%'`)
  const corrected = FUTURE_TIMES.map(({ table, column }) => `${table}.${column}`)
  const listed = [...new Set(corrected), ...Object.values(EXCUSED).flat()]
  expect(listed.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
})
