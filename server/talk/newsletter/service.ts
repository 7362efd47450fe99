import { identityKey } from '#domain/accounts/members.schema.ts'
import { MAIL_DAYS, UNVERIFIED_DAYS } from '#domain/accounts/retention.ts'
import type { SiteSettings } from '#domain/association/settings.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError } from '#domain/base/errors.ts'
import type { Subscription } from '#domain/talk/newsletter.schema.ts'
import { NEWSLETTER_MESSAGES } from '#domain/talk/newsletter.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { hashCode, newCode } from '#server/talk/mail/codes.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import { confirmationMail, leaveHeaders } from '#server/talk/newsletter/mails.ts'
import type { NewslettersStore } from '#server/talk/newsletter/newsletters-store.ts'
import type { NewsletterStore, SubscriberRow } from '#server/talk/newsletter/store.ts'

export type SubscriptionState = 'none' | 'asked' | 'confirmed'
export type Newsletter = ReturnType<typeof makeNewsletter>
export type NewsletterParts = {
  store: NewsletterStore
  newsletters: NewslettersStore
  mail: Mail
  audit: Audit
  site: SiteSettings
  now: () => Date
}

const subjectOf = ({ id }: { id: string }) => `subscriber:${id}`

export const makeNewsletter = ({ store, newsletters, mail, audit, site, now }: NewsletterParts) => {
  const askToConfirm = async (tx: Queries, subscriber: SubscriberRow, code: string) => {
    await audit.consent({ subject: subjectOf(subscriber), purpose: 'newsletter', event: 'asked' }, tx)
    await mail.enqueue(tx, {
      to: subscriber.email,
      content: confirmationMail(subscriber, code, site),
      headers: leaveHeaders(subscriber.leaveCode, site),
    })
  }

  /** Stores an unconfirmed address and sends the confirmation mail. Returns a message for the user. */
  const subscribe = async (tx: Queries, { name, email }: Subscription): Promise<string> => {
    const code = newCode()
    const added = await store.add(tx, { name, email, confirmHash: hashCode(code), leaveCode: newCode(), at: now() })
    if (added) {
      await askToConfirm(tx, added, code)
      return NEWSLETTER_MESSAGES.confirmationSent
    }
    const known = await store.lock(tx, email)
    if (!known || known.verifiedAt) return NEWSLETTER_MESSAGES.alreadySubscribed
    await store.renew(tx, known.id, hashCode(code))
    await askToConfirm(tx, known, code)
    return NEWSLETTER_MESSAGES.unconfirmed
  }

  /** Deletes the records of newsletters sent to a subscriber or member, and the mails that are still queued. */
  const forget = async (tx: Queries, recipientId: string): Promise<void> =>
    mail.removePending(tx, await newsletters.removeRecipient(tx, recipientId))

  /** Idempotent, and does not disclose whether the address was subscribed. */
  const leave = async (tx: Queries, by: { email: string } | { leaveCode: string }): Promise<void> => {
    const removed = await store.remove(tx, by)
    if (!removed) return
    await audit.consent({ subject: subjectOf(removed), purpose: 'newsletter', event: 'withdrawn' }, tx)
    await forget(tx, removed.id)
  }

  return {
    subscribe: (subscription: Subscription, tx?: Queries): Promise<string> =>
      tx ? subscribe(tx, subscription) : store.transaction((own) => subscribe(own, subscription)),

    confirm: (email: string, code: string): Promise<{ name: string }[]> =>
      store.transaction(async (tx) => {
        const subscriber = await store.confirm(tx, email, hashCode(code), now())
        if (!subscriber) throw new AppError('notFound', NEWSLETTER_MESSAGES.codeInvalid)
        if (subscriber.first)
          await audit.consent({ subject: subjectOf(subscriber), purpose: 'newsletter', event: 'confirmed' }, tx)
        return [{ name: subscriber.name }]
      }),

    leave: (by: { email: string } | { leaveCode: string }, tx?: Queries): Promise<void> =>
      tx ? leave(tx, by) : store.transaction((own) => leave(own, by)),

    /** Returns a function from an address to the state of its subscription. */
    async statesAmong(emails: readonly string[]): Promise<(email: string) => SubscriptionState> {
      const states = new Map((await store.statesAmong(emails)).map(({ key, confirmed }) => [key, confirmed]))
      return (email) => {
        const confirmed = states.get(identityKey(email))
        if (confirmed === undefined) return 'none'
        return confirmed ? 'confirmed' : 'asked'
      }
    },

    count: store.count,

    /** Covers the subscription of the person's address, and newsletters sent to the member. */
    personalData: {
      tables: ['newsletter'],
      async export({ id, emails: [email] }) {
        const found = email ? await store.find(email) : undefined
        const received = await newsletters.receivedBy([id, ...(found ? [found.id] : [])])
        return {
          newsletter: found
            ? {
                name: found.name,
                email: found.email,
                createdAt: found.createdAt.toISOString(),
                verifiedAt: found.verifiedAt?.toISOString() ?? null,
              }
            : null,
          newslettersReceived: received.map((row) => ({ ...row, at: row.at.toISOString() })),
          consents: found ? await audit.consentsOf(subjectOf(found)) : [],
        }
      },
      async erase(tx, { id, emails: [email] }) {
        if (email) await leave(tx, { email })
        await forget(tx, id)
      },
      async deleteExpired(at) {
        const before = (days: number) => new Date(at.getTime() - days * DAY_MS)
        await newsletters.removeRecipientsOfFinished(before(MAIL_DAYS))
        await store.removeUnconfirmed(before(UNVERIFIED_DAYS))
      },
    } satisfies PersonalData,
  }
}
