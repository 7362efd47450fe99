import type { Member } from '#domain/accounts/access.ts'
import { identityKey } from '#domain/accounts/members.schema.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import { MAX_COUNTED } from '#domain/base/long-lists.ts'
import type {
  NewsletterChange,
  NewsletterPage,
  NewsletterText,
  NewsletterView,
} from '#domain/talk/newsletter.schema.ts'
import { NEWSLETTER_MESSAGES, NEWSLETTER_PAGE, type NewsletterAudience } from '#domain/talk/newsletter.ts'
import type { Audit } from '#server/platform/audit.ts'
import { pagesOf } from '#server/platform/db/page.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import type { Limits } from '#server/platform/limits/service.ts'
import { newCode } from '#server/talk/mail/codes.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { NewsletterHooks } from '#server/talk/newsletter/hooks.ts'
import { memberLetter, subscriberLetter } from '#server/talk/newsletter/mails.ts'
import type { NearbyLists } from '#server/talk/newsletter/nearby.ts'
import type { NewsletterRow, NewslettersStore } from '#server/talk/newsletter/newsletters-store.ts'
import type { Newsletter } from '#server/talk/newsletter/service.ts'

/** Maximum age of listings in the first newsletter, and in one after a long pause. */
const NEW_FOR_DAYS = 30
const COUNTED_FOR_MS = 60_000

type Parts = {
  store: NewslettersStore
  newsletter: Newsletter
  members: NewsletterHooks['audience']
  nearby: NearbyLists
  mail: Mail
  audit: Audit
  limits: Limits
  site: SiteSettings
  now: () => Date
}

/** Writes newsletters, sends test mails, and starts the sending. */
export const makeNewsletterWriting = (parts: Parts) => {
  const { store, newsletter, members, nearby, mail, audit, limits, site, now } = parts

  const toViews = async (rows: NewsletterRow[]): Promise<NewsletterView[]> => {
    const names = await members.usernames(rows.map(({ createdBy }) => createdBy))
    return rows.map(
      ({ id, subject, text, audience, state, sent, failed, createdAt, startedAt, createdBy, ...row }) => ({
        _id: id,
        subject,
        text,
        audience,
        nearby: row.nearby,
        state,
        sent,
        failed,
        createdAt: createdAt.toISOString(),
        sentAt: startedAt?.toISOString() ?? null,
        by: names.get(createdBy) ?? '',
      }),
    )
  }

  const find = async (id: string): Promise<NewsletterRow> => {
    const row = await store.find(id)
    if (!row) throw new AppError('notFound', NEWSLETTER_MESSAGES.notFound)
    return row
  }
  const get = async (id: string): Promise<NewsletterView> => {
    const [view] = await toViews([await find(id)])
    if (!view) throw new AppError('notFound', NEWSLETTER_MESSAGES.notFound)
    return view
  }

  /** Throws the reason why a change had no effect: missing, already sent, or not what was read. */
  const refuseChange = async (id: string, ifChanged: string = NEWSLETTER_MESSAGES.changed): Promise<never> => {
    const { state } = await find(id)
    throw new AppError('conflict', state === 'draft' ? ifChanged : NEWSLETTER_MESSAGES.alreadySent)
  }

  const listingsSince = async (tx: Queries, audience: NewsletterAudience): Promise<Date> => {
    const earliest = new Date(now().getTime() - NEW_FOR_DAYS * DAY_MS)
    const last = await store.lastStart(tx, audience)
    return last && last > earliest ? last : earliest
  }

  let counted: { recipients: NewsletterPage['recipients']; at: number } | undefined

  /** Cached for a minute, because counting many rows is slow. */
  const countRecipients = async (): Promise<NewsletterPage['recipients']> => {
    if (counted && now().getTime() - counted.at < COUNTED_FOR_MS) return counted.recipients
    const [{ verified }, mailable] = await Promise.all([newsletter.count(), members.countMailable()])
    const recipients = { subscribers: verified, members: mailable }
    if (verified + mailable > MAX_COUNTED) counted = { recipients, at: now().getTime() }
    return recipients
  }

  return {
    get,

    async list(p: number): Promise<NewsletterPage> {
      const [{ rows, total }, recipients] = await Promise.all([
        store.page({ p, size: NEWSLETTER_PAGE }),
        countRecipients(),
      ])
      return {
        newsletters: await toViews(rows),
        pages: pagesOf(total, NEWSLETTER_PAGE),
        recipients,
      }
    },

    add: async (text: NewsletterText, viewer: Member): Promise<{ _id: string }> => ({
      _id: await store.add(text, viewer.id, now()),
    }),

    async change(id: string, change: NewsletterChange): Promise<NewsletterView> {
      if (!(await store.change(id, change))) await refuseChange(id, NEWSLETTER_MESSAGES.changedMeanwhile)
      return get(id)
    },

    async remove(id: string): Promise<void> {
      if (!(await store.remove(id))) await refuseChange(id)
    },

    /** Sends one mail with the listings for this address. It greets the viewer; an unsubscribe link in it has no effect. */
    async test(id: string, to: string, viewer: Member): Promise<void> {
      const row = await find(id)
      await limits.take('newsletterTest', viewer.id)
      await store.transaction(async (tx) => {
        const member = (await members.findByEmails(tx, [to])).get(identityKey(to))
        const neighbour = member ? { ...member, memberId: member.id } : { zipCode: '', city: '' }
        const [list] = row.nearby ? await nearby.read(tx, await listingsSince(tx, row.audience), [neighbour]) : []
        const content = { subject: `[Prova] ${row.subject}`, text: row.text }
        const shown = { name: viewer.shownName, list }
        const letter =
          row.audience === 'members'
            ? memberLetter(content, shown, site)
            : subscriberLetter(content, { ...shown, leaveCode: newCode() }, site)
        await mail.enqueue(tx, { to, ...letter })
      })
    },

    /** `read` is what the viewer agreed to send: another admin may have changed the draft since. */
    async send(id: string, read: NewsletterText | undefined, viewer: Member): Promise<NewsletterView> {
      const draft = read ?? (await find(id))
      const { audience } = draft
      const isStarted = await store.transaction(async (tx) => {
        const since = await listingsSince(tx, audience)
        if (!(await store.start(tx, id, draft, { at: now(), listingsSince: since }))) return false
        await audit.record({ actor: viewer.id, action: 'newsletter.send', subject: id, details: { audience } }, tx)
        await jobs.add(tx, 'send-newsletters', {}, { key: 'send-newsletters' })
        return true
      })
      if (!isStarted) await refuseChange(id)
      return get(id)
    },
  }
}
