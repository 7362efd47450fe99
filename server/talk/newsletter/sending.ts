import type { SiteSettings } from '#domain/association/settings.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Next } from '#server/platform/jobs/repeated.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import { memberLetter, subscriberLetter } from '#server/talk/newsletter/mails.ts'
import type { NearbyLists } from '#server/talk/newsletter/nearby.ts'
import type { NewsletterRow, NewslettersStore } from '#server/talk/newsletter/newsletters-store.ts'
import type { Recipients } from '#server/talk/newsletter/recipients.ts'

// Each batch is one short transaction that adds mails and recipients and advances the cursor, so that a crash leaves no partial
// batch. Few mails are queued at a time, so that the queue stays small and unsubscribing takes effect during the sending.
const BATCH = 250
const MAX_QUEUED = 1_000
const RECHECK_MS = 2_000

type Parts = {
  store: NewslettersStore
  recipients: Recipients
  nearby: NearbyLists
  mail: Mail
  /** False without a mail server: mails then stay in the mailbox for developers and count as sent. */
  isDelivering: boolean
  site: SiteSettings
  now: () => Date
}
type Progress = 'more' | 'waiting' | 'done'

/** The job that queues the mails of newsletters and counts which were sent and which failed. */
export const makeNewsletterSending = ({ store, recipients, nearby, mail, isDelivering, site, now }: Parts) => {
  /** Records the outcome of finished mails; returns how many are still queued. */
  const recordOutcomes = async (tx: Queries, id: string): Promise<number> => {
    const queued = await store.queuedMails(tx, id)
    if (queued.length === 0) return 0
    const outcomes = await mail.outcomes(tx, queued)
    const mailsWith = (outcome: string) =>
      queued.filter((mailId) => {
        const known = outcomes.get(mailId) ?? 'deleted'
        return (known === 'open' && !isDelivering ? 'sent' : known) === outcome
      })
    for (const outcome of ['sent', 'failed'] as const) await store.record(tx, id, outcome, mailsWith(outcome))
    await store.dropRecipients(tx, mailsWith('deleted'))
    return mailsWith('open').length
  }

  const queueBatch = async (tx: Queries, newsletter: NewsletterRow): Promise<void> => {
    const { id, audience, queuedTo, listingsSince } = newsletter
    const batch = await recipients.after(tx, audience, queuedTo, BATCH)
    const lists = newsletter.nearby && listingsSince ? await nearby.read(tx, listingsSince, batch.recipients) : []
    const mails = batch.recipients.map(({ email, name, leaveCode }, index) => {
      const list = lists[index]
      return leaveCode === null
        ? { to: email, ...memberLetter(newsletter, { name, list }, site) }
        : { to: email, ...subscriberLetter(newsletter, { name, list, leaveCode }, site) }
    })
    const mailIds = await mail.enqueueBulk(tx, mails)
    const mailIdOf = (email: string): number => {
      const mailId = mailIds.get(email)
      if (mailId === undefined) throw new Error('a recipient of the newsletter has no mail')
      return mailId
    }
    const added = batch.recipients.map((one) => ({ id: one.id, mailId: mailIdOf(one.email) }))
    await store.addRecipients(tx, id, added)
    await store.advance(tx, id, batch.last ?? queuedTo, batch.isLast)
  }

  /** Also returns `done` if another instance has locked the newsletter. */
  const step = (id: string): Promise<Progress> =>
    store.transaction(async (tx) => {
      const newsletter = await store.lockSending(tx, id)
      if (!newsletter) return 'done'
      const waiting = await recordOutcomes(tx, id)
      if (!newsletter.queuedAll) {
        if (waiting + BATCH > MAX_QUEUED) return 'waiting'
        await queueBatch(tx, newsletter)
        return 'more'
      }
      if (waiting > 0) return 'waiting'
      await store.finish(tx, id, now())
      return 'done'
    })

  return {
    hasSending: () => store.hasSending,

    /** Returns when the job is to run again, while mails are still queued. */
    async send(stopping: AbortSignal): Promise<Next> {
      let isWaiting = false
      for (const id of await store.sending()) {
        let progress: Progress = 'more'
        while (progress === 'more' && !stopping.aborted) progress = await step(id)
        isWaiting ||= progress !== 'done'
      }
      return isWaiting ? RECHECK_MS : 'done'
    },
  }
}
