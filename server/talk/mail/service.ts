import { hasMailbox } from '#domain/accounts/desk.ts'
import { identityKey } from '#domain/accounts/members.schema.ts'
import type { MailFailureView } from '#domain/accounts/privacy.schema.ts'
import { MAIL_DAYS, MAIL_FAILURE_DAYS } from '#domain/accounts/retention.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { type Bounce, isAddressFailure } from '#server/talk/mail/bounces.ts'
import { type MailContent, renderMail } from '#server/talk/mail/render.ts'
import type { MailQueue, MailStore } from '#server/talk/mail/store.ts'

const SHOWN_ERRORS = 10
// Priority of jobs for bulk mails: single mails, which somebody may be waiting for, are sent first.
const BULK_PRIORITY = 10

export type Mail = ReturnType<typeof makeMail>
type Outgoing = { to: string; content: MailContent; headers?: Record<string, string>; expiresAt?: Date | null }
/** `quotes`: see NoticeMail. */
type Quoting = Outgoing & { quotes?: string[] }

export const makeMail = (store: MailStore, { site, now }: { site: SiteSettings; now: () => Date }) => ({
  /** Stores a mail and adds the job that sends it, both in the caller's transaction. False if the member has no address. */
  async enqueue(tx: Queries, { to, content, headers = {}, expiresAt = null, quotes = [] }: Quoting): Promise<boolean> {
    if (!hasMailbox(to)) return false
    const rendered = renderMail(content, site)
    const mailId = await store.add(tx, { recipient: to, ...rendered, headers, expiresAt, at: now() }, quotes)
    await jobs.add(tx, 'send-mail', { mailId })
    return true
  },

  /** Stores mails to different addresses and adds their jobs with a lower priority. Returns the ids by address. */
  async enqueueBulk(tx: Queries, mails: Outgoing[]): Promise<Map<string, number>> {
    const rows = mails.map(({ to, content, headers = {}, expiresAt = null }) => ({
      recipient: to,
      ...renderMail(content, site),
      headers,
      expiresAt,
      at: now(),
    }))
    const ids = await store.addAll(tx, rows)
    const added = [...ids.values()].map((mailId) => ({ payload: { mailId } }))
    await jobs.addAll(tx, 'send-mail', added, { priority: BULK_PRIORITY })
    return ids
  },

  outcomes: store.outcomes,
  removePending: store.removePending,
  removeAbout: store.removeAbout,

  /** Records a bounced mail; returns its id if it is one of ours. */
  noteBounce: (tx: Queries, bounce: Bounce): Promise<number | undefined> => noteBounce(store, tx, bounce, now()),
  /** Returns a predicate: whether mails to an address fail permanently. */
  async failedAmong(tx: Queries, emails: string[]): Promise<(email: string) => boolean> {
    const keys = await store.failedAmong(tx, emails.map(identityKey))
    return (email) => keys.has(identityKey(email))
  },
  async failureOf(email: string): Promise<MailFailureView | null> {
    const found = await store.findFailure(identityKey(email))
    return found ? { reason: found.reason, at: found.failedAt.toISOString() } : null
  },
  /** Call when the address has proved that it receives mail. */
  clearFailure: (tx: Queries, email: string): Promise<void> => store.clearFailure(tx, identityKey(email)),

  queue: (): Promise<MailQueue> => store.queue(SHOWN_ERRORS),
  newest: store.newest,
  find: store.find,
  personalData: {
    tables: [],
    async export({ emails: [email] }) {
      const failure = email && (await store.findFailure(identityKey(email)))
      return { mailFailure: failure ? { reason: failure.reason, at: failure.failedAt.toISOString() } : null }
    },
    async erase(tx, { id, emails }) {
      await store.removeQuoting(tx, id)
      for (const email of emails) {
        await store.removeTo(tx, email)
        await store.clearFailure(tx, identityKey(email))
      }
    },
    async deleteExpired(at) {
      const before = (days: number) => new Date(at.getTime() - days * DAY_MS)
      await store.removeFailuresBefore(before(MAIL_FAILURE_DAYS))
      await store.removeOlderThan(before(MAIL_DAYS))
    },
  } satisfies PersonalData,
})

const noteBounce = async (store: MailStore, tx: Queries, bounce: Bounce, at: Date): Promise<number | undefined> => {
  const recipient = await store.markReturned(tx, bounce, at, bounce.reason)
  if (!recipient) return undefined
  if (isAddressFailure(bounce.status))
    await store.noteFailure(tx, identityKey(recipient), { reason: bounce.reason, failedAt: at })
  return bounce.id
}
