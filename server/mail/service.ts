import { hasMailbox } from '#domain/desk.ts'
import { MAIL_DAYS } from '#domain/retention.ts'
import type { SiteSettings } from '#domain/settings.ts'
import type { Queries } from '#server/db/pool.ts'
import { jobs } from '#server/jobs/jobs.ts'
import { type MailContent, renderMail } from '#server/mail/render.ts'
import type { MailRow, MailStore } from '#server/mail/store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export type Mail = ReturnType<typeof makeMail>
type Outgoing = { to: string; content: MailContent; headers?: Record<string, string>; expiresAt?: Date | null }

export const makeMail = (store: MailStore, { site, now }: { site: SiteSettings; now: () => Date }) => ({
  /** Stores a mail and adds the job that sends it, both in the caller's transaction. */
  async enqueue(tx: Queries, { to, content, headers = {}, expiresAt = null }: Outgoing): Promise<void> {
    if (!hasMailbox(to)) return
    const rendered = renderMail(content, site)
    const mailId = await store.add(tx, { recipient: to, ...rendered, headers, expiresAt, at: now() })
    await jobs.add(tx, 'send-mail', { mailId })
  },

  newest: (): Promise<MailRow[]> => store.newest(),
  find: (id: number): Promise<MailRow | undefined> => store.find(id),
  removeTo: (tx: Queries, recipient: string): Promise<void> => store.removeTo(tx, recipient),
  deleteExpired: (): Promise<number> => store.removeOlderThan(new Date(now().getTime() - MAIL_DAYS * DAY_MS)),
})
