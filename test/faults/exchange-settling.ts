import { expect } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { type JobName, jobs } from '#server/platform/jobs/jobs.ts'
import { SETTLE, type Server } from '#test/faults/exchange-server.ts'
import { endJobs } from '#test/jobs-done.ts'

const JOBS = [
  'place-paid-orders',
  'settle-returns',
  'follow-up-requests',
  'end-val-requests',
  'give-gifts',
  'sweep-wallets',
  'end-rings',
] as const satisfies JobName[]
/** Those that come after a transfer or a step. */
const FOLLOWING: JobName[] = [
  'tell-waiting',
  'tell-payment',
  'tell-transfer',
  'send-receipt',
  'break-ring',
  'finish-ring',
]

/** What is still under way, by kind. The server looks every minute for what is due, and here all the time. */
const unsettled = async (db: Database): Promise<string[]> => {
  await jobs.add(db, 'add-due-jobs', {}, { key: 'add-due-jobs now' })
  // They wait some seconds for a transfer that may be final by now.
  await db.execute(sql`
    update graphile_worker._private_jobs set run_at = now()
    where run_at > now() and locked_at is null and task_id in (
      select id from graphile_worker._private_tasks where identifier = any(${[...JOBS, ...FOLLOWING]}::text[]))`)
  const rows = await db.query<{ what: string }>(sql`
    select task_identifier || ' ' || coalesce(last_error, '') as what from graphile_worker.jobs
      where task_identifier = any(${[...JOBS, ...FOLLOWING]}::text[])
    union all select 'transfer ' || key from chain_transaction where state in ('intended', 'signed')
    -- One whose transfer back has failed, because the payee had spent the VAL, waits for its payer or payee.
    union all select 'payment ' || p.id || ', transfer ' || t.state || ', back ' || coalesce(b.state, 'none')
      || ', made at ' || p.created_at || ', other jobs: '
      || coalesce((select string_agg(task_identifier, ' ') from graphile_worker.jobs where run_at <= now()), 'none')
      from payment p join chain_transaction t on t.id = p.transfer_id left join chain_transaction b on b.id = p.return_id
      where p.is_returning or p.order_id is null and p.quote is not null and p.return_id is null
    union all select 'gift ' || id from treasury_gift where state in ('waiting', 'sent', 'revoking', 'returning')
    union all select 'wallet ' || id from member where deleted_at is not null and account_key is not null`)
  return rows.map(({ what }) => what)
}

/**
 * Lifts suspensions and blocks, lets 16 minutes pass for all payments, and waits until everything is final. Payments that were made
 * while the clock was ahead may not be set right yet: they would be, to the present, after the 16 minutes.
 */
export const settle = async (db: Database, server: Server, memberIds: string[]): Promise<void> => {
  await server.resetClock()
  for (const memberId of memberIds)
    await server.call(undefined, server.adminId, 'DELETE', `/api/users/${memberId}/suspension`, undefined)
  await db.execute(sql`delete from member_block`)
  await db.execute(sql`update payment set created_at = least(created_at, now()) - interval '16 minutes'`)
  for (const name of JOBS) await jobs.add(db, name, {})
  await expect.poll(() => unsettled(db), SETTLE).toEqual([])
}

/** More than a day passes for what counts against the sums of a day. */
export const passADay = async (db: Database): Promise<void> => {
  const day = sql`interval '25 hours'`
  await db.execute(sql`update chain_transaction set created_at = created_at - ${day}`)
  await db.execute(sql`
    update treasury_gift set created_at = created_at - ${day}, approved_at = approved_at - ${day}`)
}

/**
 * So that later batches do not wait for mails that nobody takes, nor for matches of listings whose sellers are back. Requests
 * and rings that wait for somebody end in the next batch.
 */
export const putAside = async (db: Database): Promise<void> => {
  await endJobs(db, ['send-mail', 'match-alerts', 'find-rings'])
  // A suspension hides all listings of a member: with thousands it would hold locks for longer than others wait.
  await db.execute(sql`
    delete from listing where not exists (
      select from order_item i join orders o on o.id = i.order_id
      where i.listing_id = listing.id and o.state in ('sent', 'agreed', 'paid'))`)
  await db.execute(sql`update listing set paused = true`)
  await db.execute(
    sql`update orders set turn_at = turn_at - interval '30 days' where state in ('sent', 'agreed', 'paid')`,
  )
  await db.execute(sql`update ring set ends_at = ends_at - interval '8 days' where state = 'open'`)
  await db.execute(sql`delete from ring_rest`)
}
