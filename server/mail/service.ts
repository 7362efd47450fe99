import { MAIL_DAYS } from '#domain/retention.ts'
import type { SiteSettings } from '#domain/settings.ts'
import type { Queries } from '#server/db/pool.ts'
import { type Letter, typeset } from '#server/mail/letter.ts'
import type { MailRow, OutboxStore } from '#server/mail/store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export type Mail = ReturnType<typeof makeMail>
export type Posting = { to: string; letter: Letter; headers?: Record<string, string>; expiresAt?: Date }

export const makeMail = (store: OutboxStore, { site, now }: { site: SiteSettings; now: () => Date }) => ({
  /** Writes a mail in the same transaction as what it tells of; the postman takes it from there. */
  post(tx: Queries, { to, letter, headers = {}, expiresAt }: Posting): Promise<void> {
    return store.add(tx, {
      recipient: to,
      ...typeset(letter, site),
      headers,
      expiresAt: expiresAt ?? null,
      at: now(),
    })
  },

  newest: (): Promise<MailRow[]> => store.newest(),
  find: (id: number): Promise<MailRow | undefined> => store.find(id),
  /** Whatever was written to somebody who has left. */
  removeTo: (tx: Queries, recipient: string): Promise<void> => store.removeTo(tx, recipient),
  forgetOld: (): Promise<number> => store.removeOlderThan(new Date(now().getTime() - MAIL_DAYS * DAY_MS)),
})
