import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { identityKey } from '#domain/accounts/members.schema.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { Refused, SEND_MS, type Sender, Unreachable } from '#server/talk/mail/smtp.ts'
import type { MailRow, MailStore } from '#server/talk/mail/store.ts'

// A mail is claimed before it is sent and marked as sent right after the mail server accepts it. If the process ends between the
// two, or the connection before the server's reply, the mail may be sent twice, with the same Message-ID: SMTP has no way to ask later whether a mail was accepted.

const MINUTE_MS = 60_000
// Longer than an attempt can take: when the claim expires, the attempt has ended or its process has died.
const CLAIM_MS = SEND_MS + 10_000
const STORE_RETRY_MS = 250
const STORE_FOR_MS = 5 * MINUTE_MS
// An unreachable server is retried soon, with a few mails at a time, so that all are sent promptly once it is back.
const UNREACHABLE_MS = 3_000
const TRY_FOR_MS = 3 * 24 * 60 * MINUTE_MS

type Parts = {
  db: Database
  store: MailStore
  send: Sender
  now: () => Date
  /** A moment that has passed also if a clock is ahead (platform/retention): what is given up loses its text. */
  surelyPassed: () => Promise<Date>
  report: (error: unknown, message: string) => void
  claimMs?: number
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500)

const lastMoment = ({ expiresAt, createdAt }: MailRow): Date => expiresAt ?? new Date(createdAt.getTime() + TRY_FOR_MS)

/** The task that sends one mail. It throws when the mail is to be retried with the job queue's back-off. */
export const makeMailDelivery = ({ db, store, send, now, surelyPassed, report, claimMs = CLAIM_MS }: Parts) => {
  let unreachableUntil = 0

  /**
   * Retries a statement for a few minutes. A full disk or a restart of the database must not use up the job's attempts, whose
   * back-off grows, nor leave a claim whose confirmation was lost, which would delay the mail until the claim expires.
   */
  const untilStored = async <T>(store: () => Promise<T>): Promise<T> => {
    for (const deadline = performance.now() + STORE_FOR_MS; ; await sleep(STORE_RETRY_MS)) {
      try {
        return await store()
      } catch (error) {
        report(error, 'the state of a mail could not be stored')
        if (performance.now() > deadline) throw error
      }
    }
  }

  const tryAgain = (mailId: number, when: { runAt: Date } | { delayMs: number }) =>
    untilStored(() => jobs.add(db, 'send-mail', { mailId }, when))

  return {
    /** While the mail server is unreachable, jobs stay in the queue. */
    isPaused: () => performance.now() < unreachableUntil,

    async deliver({ mailId }: { mailId: number }): Promise<void> {
      const claim = { by: randomUUID(), milliseconds: claimMs }
      const mail = await untilStored(() => store.claim(mailId, claim))
      if (!mail) {
        const until = await untilStored(() => store.claimedUntil(mailId))
        if (until) await tryAgain(mailId, { runAt: until })
        return
      }
      const giveUp = (reason: string) => untilStored(() => store.giveUp(mailId, now(), reason))
      if (lastMoment(mail) <= now()) {
        const passed = await untilStored(surelyPassed)
        if (lastMoment(mail) <= passed) return giveUp('scaduta prima di poter partire')
        // The link in it has expired, or the clock is ahead.
        if (mail.expiresAt) {
          await untilStored(() => store.release(mailId))
          return tryAgain(mailId, { delayMs: MINUTE_MS })
        }
      }
      try {
        await send(mail)
      } catch (error) {
        if (error instanceof Refused) {
          const [key, failure] = [identityKey(mail.recipient), { reason: messageOf(error), failedAt: now() }]
          if (error.address) await untilStored(() => store.noteFailure(db, key, failure))
          return giveUp(messageOf(error))
        }
        await untilStored(() => store.markFailed(mailId, messageOf(error)))
        if (!(error instanceof Unreachable)) throw error
        unreachableUntil = performance.now() + UNREACHABLE_MS
        return tryAgain(mailId, { delayMs: UNREACHABLE_MS })
      }
      const sentAt = now()
      await untilStored(() => store.markSent(mailId, sentAt))
    },
  }
}
