import type { Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

type NoPayload = Record<string, never>

/** Every kind of job, with its payload. The functions that do the work are in tasks.ts. */
export type JobPayloads = {
  'send-mail': { mailId: number }
  /** Adds those of the jobs that have something to do. */
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
  'end-val-requests': NoPayload
  'sweep-wallets': NoPayload
  'give-gifts': NoPayload
  'tell-rounds': NoPayload
  'call-rounds': NoPayload
  'delete-old-data': NoPayload
  'end-suspensions': NoPayload
  'send-desk-lists': NoPayload
  'ask-freshness': NoPayload
  'pass-reservations': { listingIds: string[] }
  'end-reservation': { listingId: string }
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
}
export type JobName = keyof JobPayloads

/** Of mails to many people at once: those that somebody waits for go first. */
const BULK = 10

export const jobs = {
  /**
   * Adds a job in the caller's transaction: it runs after the commit, and not at all after a rollback. With a key, it
   * replaces one of that key that is still waiting.
   */
  async add<Name extends JobName>(
    tx: Queries,
    name: Name,
    payload: JobPayloads[Name],
    { runAt, key }: { runAt?: Date; key?: string } = {},
  ): Promise<void> {
    // The flag lets a worker skip jobs of this name for a while (forbiddenFlags).
    await tx.execute(sql`
      select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at => ${runAt ?? null},
        job_key => ${key ?? null}, flags => ${[name]}::text[])`)
  },

  /** Adds the jobs that send these mails, after those that are not bulk. */
  async addBulkMails(tx: Queries, mailIds: number[]): Promise<void> {
    const name: JobName = 'send-mail'
    await tx.execute(sql`
      select graphile_worker.add_job(${name}, json_build_object('mailId', id), priority => ${BULK}, flags => ${[name]}::text[])
      from unnest(${mailIds}::bigint[]) as id`)
  },
}
