import type { FastifyBaseLogger } from 'fastify'
import type { SiteSettings } from '#domain/association/settings.ts'
import { remoteBackups } from '#server/association/backups/remote.ts'
import { makeBackups } from '#server/association/backups/service.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { makeWorker, type NoteRun, restartLog, type Worker } from '#server/platform/jobs/worker.ts'
import type { Services } from '#server/services.ts'
import type { Settings } from '#server/settings.ts'
import { makeMailReceiver } from '#server/talk/inbound/receiver.ts'
import { makeMailDelivery } from '#server/talk/mail/delivery.ts'
import { senderOf, smtpSender } from '#server/talk/mail/smtp.ts'
import { makeBackupTasks, makeOutgoingTasks, makeTasks, type Schedule, type WalletTasks } from '#server/tasks.ts'

const TASKS_AT_ONCE = 3
const MAILS_AT_ONCE = 4
const CALLS_AT_ONCE = 4
const CALLS_DEADLINE_MS = 60_000
// The next one is made a day later.
const BACKUP_DEADLINE_MS = 12 * 60 * 60_000

type Parts = {
  db: Database
  services: Services
  wallet: WalletTasks
  settings: Pick<Settings, 'mail' | 'dataDir' | 's3' | 'backups'>
  site: SiteSettings
  schedule: Schedule
  now: () => Date
  noteRun: NoteRun
  log: FastifyBaseLogger
}

/** What this process does in the background: jobs, and what brings mails in. Without an SMTP server the mails stay in the database, where `/posta` shows them. */
export const makeJobWorkers = ({
  db,
  services,
  wallet,
  settings,
  site,
  schedule,
  now,
  noteRun,
  log,
}: Parts): Worker[] => {
  const { dataDir, s3, backups: wanted } = settings
  const remote =
    s3 && wanted.passphrase ? remoteBackups(s3, { passphrase: wanted.passphrase, site: site.publicUrl }) : undefined
  const backups = wanted.nightly ? makeBackups({ db, dataDir, remote, now, log }) : undefined
  const tasks = makeTasks(db, services, wallet)
  const logRestart = restartLog(log)
  const general = makeWorker({ db, tasks, ...schedule, concurrency: TASKS_AT_ONCE, noteRun, log, logRestart })
  const outgoing = makeWorker({
    db,
    tasks: makeOutgoingTasks(services),
    concurrency: CALLS_AT_ONCE,
    deadlineMs: CALLS_DEADLINE_MS,
    noteRun,
    log,
    logRestart,
  })
  const backup = makeWorker({
    db,
    tasks: makeBackupTasks(backups),
    concurrency: 1,
    deadlineMs: BACKUP_DEADLINE_MS,
    noteRun,
    log,
    logRestart,
  })
  const { mail } = settings
  const report = (error: unknown, message: string) => log.error({ err: error }, message)
  const { inbound } = services
  const receivers = mail.inUrl ? [makeMailReceiver({ url: mail.inUrl, inbound, report })] : []
  const workers = [general, outgoing, backup, ...receivers]
  if (!mail.smtpUrl) return workers
  const { deliver, isPaused } = makeMailDelivery({
    db,
    store: services.mailStore,
    send: smtpSender({
      url: mail.smtpUrl,
      from: () => senderOf(mail.from, site),
      publicUrl: site.publicUrl,
      returnTo: mail.inAddress,
      // A mail is more important than the picture in it.
      logo: async () =>
        site.logo
          ? services.uploads.mailLogo(site.logo).catch((error) => {
              report(error, 'the logo for a mail could not be read')
              return undefined
            })
          : undefined,
    }),
    now,
    surelyPassed: services.retention.surelyPassed,
    report,
  })
  const mailWorker = makeWorker({
    db,
    tasks: { 'send-mail': deliver },
    paused: () => (isPaused() ? ['send-mail'] : []),
    concurrency: MAILS_AT_ONCE,
    noteRun,
    log,
    logRestart,
  })
  return [...workers, mailWorker]
}
