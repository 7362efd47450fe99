import { expect, vi } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { makeMailDelivery } from '#server/talk/mail/delivery.ts'
import { makeMail } from '#server/talk/mail/service.ts'
import { smtpSender } from '#server/talk/mail/smtp.ts'
import { makeMailStore } from '#server/talk/mail/store.ts'
import { aDatabase } from '#test/database.ts'
import { siteFor } from '#test/site.ts'

const site = siteFor({ PUBLIC_URL: 'https://piazza.example' })

type Timing = { silenceMs?: number; sendMs?: number; claimMs?: number }
type DeliveryOptions = Partial<Parameters<typeof makeMailDelivery>[0]> & {
  /** By default that of production: a loaded machine does not exceed it and send a mail again. */
  timing?: Timing
}

type State = { sent: boolean; givenUp: boolean; attempts: number; error: string; text: string }

/** The mail service and its delivery, on a database of its own. */
export const aMailbox = async () => {
  const db = await aDatabase()
  let now = new Date()
  const clock = () => now
  const store = makeMailStore(db)
  const mail = makeMail(store, { site, now: clock })
  const enqueue = (
    to: string,
    options: { subject?: string; expiresAt?: Date; headers?: Record<string, string> } = {},
    tx: Parameters<typeof mail.enqueue>[0] = db,
  ) => {
    const { subject = `Per ${to}`, ...rest } = options
    return mail.enqueue(tx, {
      to,
      content: { subject, greeting: 'Ciao!', paragraphs: ['Una notizia.'] },
      ...rest,
    })
  }
  const delivery = (url: string, { timing = {}, ...overrides }: DeliveryOptions = {}) => {
    const { claimMs, ...limits } = timing
    const send = smtpSender({ url, from: () => 'Piazza <piazza@esempio.test>', publicUrl: site.publicUrl, ...limits })
    return makeMailDelivery({
      db,
      store,
      send,
      now: clock,
      surelyPassed: async () => clock(),
      report: () => undefined,
      claimMs,
      ...overrides,
    })
  }
  /** Tries every pending mail once, without the job queue; returns the errors. */
  const deliverAll = async ({ deliver }: ReturnType<typeof delivery>) => {
    const rows = await db.query<{ id: number }>(
      sql`select id from mail where sent_at is null and given_up_at is null order by id`,
    )
    const outcomes = await Promise.allSettled(rows.map(({ id }) => deliver({ mailId: id })))
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  }
  const later = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const states = () =>
    db.query<State>(sql`
      select sent_at is not null as sent, given_up_at is not null as "givenUp", attempts, last_error as error, text
      from mail order by id`)
  const allSent = () => vi.waitFor(async () => expect((await states()).every(({ sent }) => sent)).toBe(true), 50_000)
  return { db, mail, store, enqueue, delivery, deliverAll, later, states, allSent, now: clock }
}
