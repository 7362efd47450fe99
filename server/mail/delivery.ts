import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/pool.ts'
import { jobs } from '#server/jobs/jobs.ts'
import { Refused, SEND_MS, type Sender, Unreachable } from '#server/mail/smtp.ts'
import type { MailRow, MailStore } from '#server/mail/store.ts'

// A mail is claimed before it is sent and marked right after the server accepts it. Only a crash between the two sends it
// twice, with the same Message-ID; SMTP has no way to ask afterwards.

const MINUTE_MS = 60_000
// Longer than an attempt can take: when it is over, the attempt has ended or its process has died.
const CLAIM_MS = SEND_MS + 10_000
const MARK_RETRY_MS = 250
const MARK_FOR_MS = 5 * MINUTE_MS
// An unreachable server is tried again soon, with a few mails at a time, so that all leave promptly once it is back.
const UNREACHABLE_MS = 3_000
const TRY_FOR_MS = 3 * 24 * 60 * MINUTE_MS

type Parts = {
  db: Database
  store: Pick<MailStore, 'claim' | 'claimedUntil' | 'markSent' | 'markFailed' | 'giveUp'>
  send: Sender
  now: () => Date
  report: (error: unknown, message: string) => void
  claimMs?: number
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)

const lastMoment = ({ expiresAt, createdAt }: MailRow): Date => expiresAt ?? new Date(createdAt.getTime() + TRY_FOR_MS)

/** The task that sends one mail. It throws when the mail is to be tried again with the job queue's back-off. */
export const makeMailDelivery = ({ db, store, send, now, report, claimMs = CLAIM_MS }: Parts) => {
  let unreachableUntil = 0

  /** A sent mail must be marked even if the database is unreachable for a while. */
  const markSent = async (id: number): Promise<void> => {
    const at = now()
    for (const deadline = Date.now() + MARK_FOR_MS; ; await sleep(MARK_RETRY_MS)) {
      try {
        return await store.markSent(id, at)
      } catch (error) {
        report(error, 'a sent mail could not be marked')
        if (Date.now() > deadline) return
      }
    }
  }

  const tryAgainAt = (mailId: number, runAt: Date) => jobs.add(db, 'send-mail', { mailId }, { runAt })

  return {
    /** While the mail server is unreachable, jobs stay in the queue. */
    isPaused: () => Date.now() < unreachableUntil,

    async deliver({ mailId }: { mailId: number }): Promise<void> {
      const mail = await store.claim(mailId, claimMs)
      if (!mail) {
        const until = await store.claimedUntil(mailId)
        if (until) await tryAgainAt(mailId, until)
        return
      }
      if (lastMoment(mail) <= now()) return store.giveUp(mailId, now(), 'scaduta prima di poter partire')
      try {
        await send(mail)
      } catch (error) {
        if (error instanceof Refused) return store.giveUp(mailId, now(), messageOf(error))
        await store.markFailed(mailId, messageOf(error))
        if (!(error instanceof Unreachable)) throw error
        unreachableUntil = Date.now() + UNREACHABLE_MS
        return tryAgainAt(mailId, new Date(unreachableUntil))
      }
      await markSent(mailId)
    },
  }
}
