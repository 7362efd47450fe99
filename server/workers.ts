import type { FastifyBaseLogger } from 'fastify'
import { makePostman } from '#server/mail/postman.ts'
import { smtpSender } from '#server/mail/smtp.ts'
import { repeat, type Worker } from '#server/repeat.ts'
import type { Services } from '#server/services.ts'
import type { Settings } from '#server/settings.ts'

const WELCOME_MS = 30_000
const EXPIRY_MS = 20_000
const LOOSE_PICTURES_MS = 10 * 60 * 1000
const RETENTION_MS = 60 * 60 * 1000

/** What goes on beside the requests: mails leave, newcomers are welcomed, what has run out is taken down, old data goes. */
export const makeWorkers = (
  { outbox, members, listingEditor, uploads, privacy }: Services,
  { mail, site }: Settings,
  now: () => Date,
  log: FastifyBaseLogger,
): Worker[] => {
  const reporting = (message: string) => (failure: unknown) => log.error({ err: failure }, message)
  const workers = [
    repeat(members.joining.welcomeNewcomers, {
      everyMs: WELCOME_MS,
      report: reporting('newcomers wait for a welcome'),
    }),
    repeat(listingEditor.expire, { everyMs: EXPIRY_MS, report: reporting('what has run out could not be taken down') }),
    repeat(uploads.sweep, { everyMs: LOOSE_PICTURES_MS, report: reporting('loose pictures could not be let go') }),
    repeat(privacy.forgetOld, { everyMs: RETENTION_MS, report: reporting('old data could not be let go') }),
  ]
  if (!mail.smtpUrl) return workers
  const send = smtpSender({ url: mail.smtpUrl, from: mail.from, publicUrl: site.publicUrl })
  const report = (failure: unknown, message: string) => log.error({ err: failure }, message)
  return [...workers, makePostman({ outbox, send, now, report })]
}
