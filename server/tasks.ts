import type { CronItem, CronItemOptions } from 'graphile-worker'
import { DAY_MS } from '#domain/base/dates.ts'
import type { Database } from '#server/platform/db/pool.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { type DueConditions, makeDueJobs } from '#server/platform/jobs/due.ts'
import type { JobName, Task } from '#server/platform/jobs/jobs.ts'
import { makeRepeated, type Next } from '#server/platform/jobs/repeated.ts'
import type { Services } from '#server/services.ts'

export type WalletTasks = Record<'followUp' | 'sweep', (stopping: AbortSignal) => Promise<Next>> & {
  hasToSweep: () => Sql
}

/** Checked every minute. */
const makeConditions = (services: Services, wallet: WalletTasks): DueConditions => ({
  'expire-listings': services.listingEditor.hasToExpire,
  'place-paid-orders': services.placing.hasPaidOrders,
  'settle-returns': services.returns.hasReturning,
  'follow-up-requests': services.waiting.hasDue,
  'conclude-events': services.eventRequests.hasOver,
  'end-val-requests': services.valRequests.hasOver,
  'sweep-wallets': wallet.hasToSweep,
  'give-gifts': services.giving.hasOpen,
  'tell-rounds': services.roundTelling.hasUntold,
  'call-rounds': services.roundCalling.hasDue,
  'end-rings': services.rings.hasOver,
  'send-notices': services.notices.hasDue,
  'end-suspensions': services.members.suspensions.hasDue,
  'send-newsletters': services.newsletterSending.hasSending,
  'send-invitations': services.members.invitations.hasWaiting,
  'count-dashboard': services.dashboard.hasToRecount,
})

/** Every task but `send-mail`, which has a worker of its own: a slow mail server must not delay the others. */
export const makeTasks = (db: Database, services: Services, wallet: WalletTasks) => {
  const repeated = makeRepeated(db)
  return {
    'add-due-jobs': makeDueJobs(db, makeConditions(services, wallet)),
    'follow-chain': repeated('follow-chain', wallet.followUp),
    'sweep-wallets': repeated('sweep-wallets', wallet.sweep),
    'give-gifts': repeated('give-gifts', services.giving.give),
    'tell-rounds': (_, stopping) => services.roundTelling.tell(stopping),
    'call-rounds': repeated('call-rounds', services.roundCalling.callDue),
    'expire-listings': (_, stopping) => services.listingEditor.expire(stopping),
    'tell-listing-ends': (_, stopping) => services.listingEnding.tellOwners(stopping),
    'place-paid-orders': (_, stopping) => services.placing.placePaidOrders(stopping),
    'settle-returns': (_, stopping) => services.returns.settleAll(stopping),
    'tell-payment': ({ id }) => services.telling.tell(id),
    'tell-transfer': ({ id }) => services.memberTransfers.tell(id),
    'send-receipt': ({ id, payeeId }) => services.receipts.send(id, payeeId),
    'tell-welcome': ({ memberId }) => services.members.welcome.tell(memberId),
    'end-val-requests': (_, stopping) => services.valRequests.endOver(stopping),
    'conclude-events': (_, stopping) => services.eventRequests.concludeOver(stopping),
    'remove-unused-pictures': (_, stopping) => services.uploads.sweep(stopping),
    'ask-freshness': (_, stopping) => services.freshness.askAndPause(stopping),
    'follow-up-requests': (_, stopping) => services.waiting.followUpAll(stopping),
    'tell-waiting': ({ listingId }) => services.waiting.tellWaiting(listingId),
    'break-ring': ({ ringId }) => services.rings.breakUp(ringId),
    'finish-ring': ({ ringId }) => services.rings.finish(ringId),
    'match-alerts': ({ listingId }, stopping) => services.alerts.match(listingId, stopping),
    'resolve-searches': (_, stopping) => services.alerts.resolveSearches(stopping),
    'tell-favourites': (news) => services.favouriteNews.tell(news),
    'send-notices': (_, stopping) => services.notices.sendDue(stopping),
    'send-digests': (_, stopping) => services.notices.sendDigests(stopping),
    'send-desk-lists': () => services.desk.sendWeeklyLists(),
    'end-suspensions': () => services.members.suspensions.endDue(),
    'find-rings': ({ listingId }) => services.rings.search(listingId),
    'end-rings': (_, stopping) => services.rings.endOver(stopping),
    'send-push': ({ memberId }) => services.notices.sendPush(memberId),
    'send-newsletters': repeated('send-newsletters', services.newsletterSending.send),
    'send-invitations': (_, stopping) => services.members.invitations.mailAll(stopping),
    'count-dashboard': () => services.dashboard.recount(),
    'delete-old-data': () => services.privacy.deleteExpired(),
  } satisfies { [Name in Exclude<JobName, 'send-mail'>]: Task<Name> }
}

/** With its name as the key, a job that is still waiting is replaced instead of added a second time. */
const cron = (match: string, task: JobName, options: CronItemOptions = {}): CronItem => ({
  match,
  task,
  options: { jobKey: task, ...options },
})

const CRON: CronItem[] = [
  cron('* * * * *', 'add-due-jobs'),
  cron('* * * * *', 'follow-chain'),
  cron('*/10 * * * *', 'tell-listing-ends'),
  cron('*/10 * * * *', 'ask-freshness'),
  cron('*/10 * * * *', 'send-digests'),
  cron('*/10 * * * *', 'remove-unused-pictures'),
  cron('20 2 * * *', 'resolve-searches', { backfillPeriod: DAY_MS }),
  cron('0 6 * * 1', 'send-desk-lists', { backfillPeriod: 7 * DAY_MS }),
  cron('7 * * * *', 'delete-old-data', { backfillPeriod: DAY_MS }),
]

/** The jobs that run at certain times, and those without payload that are added at every start. */
export type Schedule = { cron: CronItem[]; atStart: JobName[] }
export const SCHEDULE: Schedule = { cron: CRON, atStart: ['follow-chain', 'add-due-jobs'] }
