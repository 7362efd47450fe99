import { hasMailbox } from '#domain/accounts/desk.ts'
import { identityKey } from '#domain/accounts/members.schema.ts'
import type { NewsletterAudience } from '#domain/talk/newsletter.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { NewsletterHooks } from '#server/talk/newsletter/hooks.ts'
import type { Neighbour } from '#server/talk/newsletter/nearby.ts'
import type { NewslettersStore } from '#server/talk/newsletter/newsletters-store.ts'

/** `leaveCode` is the code of a subscriber's unsubscribe link; null for members. */
export type Recipient = Neighbour & { id: string; name: string; email: string; leaveCode: string | null }
/** `last` is the id of the last row read, from which the next batch continues; undefined if there were none. */
type Batch = { recipients: Recipient[]; last: string | undefined; isLast: boolean }

type Parts = {
  store: NewslettersStore
  members: NewsletterHooks['audience']
  failedAmong: (tx: Queries, emails: string[]) => Promise<(email: string) => boolean>
}

/** Selects the recipients of newsletters, without suspended members and addresses that fail permanently. */
export const makeRecipients = ({ store, members, failedAmong }: Parts) => {
  const subscribersAfter = async (tx: Queries, id: string, most: number) => {
    const rows = await store.subscribersAfter(tx, id, most)
    const found = await members.findByEmails(
      tx,
      rows.map(({ email }) => email),
    )
    const recipients = rows.flatMap((row): Recipient[] => {
      const member = found.get(identityKey(row.email))
      if (!member) return [{ ...row, zipCode: '', city: '' }]
      return member.isSuspended ? [] : [{ ...row, zipCode: member.zipCode, city: member.city, memberId: member.id }]
    })
    return { rows, recipients }
  }

  const membersAfter = async (tx: Queries, id: string, most: number) => {
    const rows = await members.mailableAfter(tx, id, most)
    return { rows, recipients: rows.map((row): Recipient => ({ ...row, memberId: row.id, leaveCode: null })) }
  }

  return {
    async after(tx: Queries, audience: NewsletterAudience, id: string, most: number): Promise<Batch> {
      const read = audience === 'members' ? membersAfter : subscribersAfter
      const { rows, recipients } = await read(tx, id, most)
      const isFailed = await failedAmong(
        tx,
        recipients.map(({ email }) => email),
      )
      return {
        recipients: recipients.filter(({ email }) => hasMailbox(email) && !isFailed(email)),
        last: rows.at(-1)?.id,
        isLast: rows.length < most,
      }
    },
  }
}
export type Recipients = ReturnType<typeof makeRecipients>
