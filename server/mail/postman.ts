import { setTimeout as wait } from 'node:timers/promises'
import { Refused, type Sender, Unreachable } from '#server/mail/smtp.ts'
import type { MailRow, OutboxStore } from '#server/mail/store.ts'
import { repeat, type Worker } from '#server/repeat.ts'

// Takes mails from the outbox and hands them on. A mail is claimed in the database before it is sent and marked right
// after the server's yes. Between that yes and the mark lies the one moment at which a crash sends a mail twice, with
// the same Message-ID; SMTP knows no way to ask afterwards.

const MAX_AT_ONCE = 4
const POLL_MS = 1_000
const MINUTE_MS = 60_000
// Longer than any attempt can take: whoever holds a mail has finished with it, or died, when this is over.
const CLAIM_MS = 5 * MINUTE_MS
const FIRST_PAUSE_MS = MINUTE_MS / 2
// A server that is not there is asked again soon, with a few mails at a time: once it is back, nobody waits.
const UNREACHABLE_PAUSE_MS = 3_000
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS
const PATIENCE_MS = 3 * 24 * 60 * MINUTE_MS

export type PostmanParts = {
  outbox: Pick<OutboxStore, 'claim' | 'markSent' | 'postpone' | 'giveUp'>
  send: Sender
  now: () => Date
  report: (failure: unknown, message: string) => void
  pollMs?: number
}

const after = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
export const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), LONGEST_PAUSE_MS)

type Attempt = { note: () => Promise<void>; wasHeard: boolean }

/** What became of one attempt: the note that the outbox needs, and whether anybody was there. */
const attempt = async ({ outbox, send, now }: PostmanParts, mail: MailRow): Promise<Attempt> => {
  const lastMoment = mail.expiresAt ?? after(mail.createdAt, PATIENCE_MS)
  if (lastMoment <= now())
    return { note: () => outbox.giveUp(mail.id, now(), 'scaduta prima di poter partire'), wasHeard: true }
  try {
    await send(mail)
    const at = now()
    return { note: () => outbox.markSent(mail.id, at), wasHeard: true }
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    if (error instanceof Refused) return { note: () => outbox.giveUp(mail.id, now(), reason), wasHeard: true }
    const wasHeard = !(error instanceof Unreachable)
    const pause = wasHeard ? pauseAfter(mail.attempts) : UNREACHABLE_PAUSE_MS
    return { note: () => outbox.postpone(mail.id, after(now(), pause), reason), wasHeard }
  }
}

/** A mail that left must be noted even while the database is away: tries until the claim runs out. */
const insist = async (note: () => Promise<void>, report: PostmanParts['report']): Promise<void> => {
  for (const deadline = Date.now() + CLAIM_MS; ; await wait(250)) {
    try {
      return await note()
    } catch (error) {
      report(error, 'a mail’s fate could not be noted')
      if (Date.now() > deadline) return
    }
  }
}

/** Tries some of what is due now; answers for how many mails somebody was there. */
export const deliverDue = async (parts: PostmanParts): Promise<number> => {
  const mails = await parts.outbox.claim(parts.now(), after(parts.now(), CLAIM_MS), MAX_AT_ONCE)
  const attempts = await Promise.all(
    mails.map(async (mail) => {
      const { note, wasHeard } = await attempt(parts, mail)
      await insist(note, parts.report)
      return wasHeard
    }),
  )
  return attempts.filter(Boolean).length
}

/** Delivers from start to stop; stopping lets the mails in hand arrive. */
export const makePostman = (parts: PostmanParts): Worker => {
  const emptyOutbox = async (stopping: AbortSignal) => {
    while (!stopping.aborted && (await deliverDue(parts)) > 0);
  }
  const report = (failure: unknown) => parts.report(failure, 'the outbox could not be read')
  return repeat(emptyOutbox, { everyMs: parts.pollMs ?? POLL_MS, report })
}
