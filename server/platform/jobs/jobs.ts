import type { Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

type NoPayload = Record<string, never>

/** Every kind of job, with its payload. The functions that do the work are in tasks.ts. */
export type JobPayloads = {
  'send-mail': { mailId: number }
  'read-mail': { id: number }
  /** Adds the other jobs that have something to do. */
  'add-due-jobs': NoPayload
  'follow-chain': NoPayload
  'expire-listings': NoPayload
  'tell-listing-ends': NoPayload
  'place-paid-orders': NoPayload
  'settle-returns': NoPayload
  'conclude-events': NoPayload
  'remove-unused-pictures': NoPayload
  'tell-payment': { id: string }
  'tell-transfer': { id: string }
  'send-receipt': { id: string; payeeId: string; isDecided?: boolean }
  'tell-welcome': { memberId: string }
  'end-val-requests': NoPayload
  'sweep-wallets': NoPayload
  'give-gifts': NoPayload
  'tell-rounds': NoPayload
  'call-rounds': NoPayload
  'publish-figures': NoPayload
  'delete-old-data': NoPayload
  'end-suspensions': NoPayload
  'send-desk-lists': NoPayload
  'ask-freshness': NoPayload
  'follow-up-requests': NoPayload
  'tell-waiting': { listingId: string }
  'tell-event': { listingId: string }
  'break-ring': { ringId: string }
  'finish-ring': { ringId: string }
  'match-alerts': { listingId: string }
  'resolve-searches': NoPayload
  'tell-favourites': { newsId: string }
  'send-notices': NoPayload
  'send-digests': NoPayload
  'find-rings': { listingId: string }
  'end-rings': NoPayload
  'send-push': { memberId: string }
  'send-newsletters': NoPayload
  'send-invitations': NoPayload
  'count-dashboard': NoPayload
  'make-backup': NoPayload
}
export type JobName = keyof JobPayloads

export const jobs = {
  /**
   * Adds a job in the caller's transaction: it runs after the commit, and not at all after a rollback. It replaces a waiting
   * job with the same key. `runAt` and the delay are by the clock of the database, which graphile-worker uses too.
   */
  async add<Name extends JobName>(
    tx: Queries,
    name: Name,
    payload: JobPayloads[Name],
    { runAt, delayMs = 0, key }: { runAt?: Date; delayMs?: number; key?: string } = {},
  ): Promise<void> {
    // The flag lets a worker skip jobs of this name for a while (forbiddenFlags).
    await tx.execute(sql`
      select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
        run_at => coalesce(${runAt ?? null}, now() + make_interval(secs => ${delayMs / 1000})),
        job_key => ${key ?? null}, flags => ${[name]}::text[])`)
  },

  /**
   * Adds several jobs in one statement. A waiting job with the same key keeps its run time. The delay counts from the clock
   * of the database.
   */
  async addAll<Name extends JobName>(
    tx: Queries,
    name: Name,
    added: { payload: JobPayloads[Name]; key?: string }[],
    { delayMs = 0, priority = 0 }: { delayMs?: number; priority?: number },
  ): Promise<void> {
    await tx.execute(sql`
      select graphile_worker.add_job(${name}, payload, run_at => now() + make_interval(secs => ${delayMs / 1000}), job_key => key,
        job_key_mode => 'preserve_run_at', priority => ${priority}, flags => ${[name]}::text[])
      from json_to_recordset(${JSON.stringify(added)}::json) as added (payload json, key text)`)
  },
}

/** The signal aborts when the worker stops. The worker waits for a task that ignores it. */
export type Task<Name extends JobName> = (payload: JobPayloads[Name], stopping: AbortSignal) => Promise<unknown>
export type Tasks = { [Name in JobName]?: Task<Name> }
