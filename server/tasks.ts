import type { Backups } from '#server/association/backups/service.ts'
import type { Database } from '#server/platform/db/pool.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { type DueConditions, makeDueJobs } from '#server/platform/jobs/due.ts'
import type { JobName, Task, Tasks } from '#server/platform/jobs/jobs.ts'
import { makeRepeated, type Next } from '#server/platform/jobs/repeated.ts'
import type { ScheduledJob } from '#server/platform/jobs/schedule-store.ts'
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
  'publish-figures': services.publishing.isDue,
  'end-rings': services.rings.hasOver,
  'send-notices': services.notices.hasDue,
  'end-suspensions': services.members.suspensions.hasDue,
  'send-newsletters': services.newsletterSending.hasSending,
  'send-invitations': services.members.invitations.hasWaiting,
  'count-dashboard': services.dashboard.hasToRecount,
})

/**
 * Tasks that call servers of others, apart from `send-mail` and the chain. They and `send-mail` have workers of their own,
 * so that a slow peer does not delay the other tasks.
 */
export const makeOutgoingTasks = (services: Services) =>
  ({
    'send-push': ({ memberId }) => services.notices.sendPush(memberId),
    'remove-unused-pictures': (_, stopping) => services.uploads.sweep(stopping),
  }) satisfies Tasks

/** The backup takes as long as reading all tables and pictures does: its worker holds no slot that other tasks need. */
export const makeBackupTasks = (backups: Backups | undefined) =>
  ({ 'make-backup': async () => backups?.make() }) satisfies Tasks

type OtherJob = 'send-mail' | keyof ReturnType<typeof makeOutgoingTasks> | keyof ReturnType<typeof makeBackupTasks>
type GeneralJob = Exclude<JobName, OtherJob>

export const makeTasks = (db: Database, services: Services, wallet: WalletTasks) => {
  const repeated = makeRepeated(db)
  return {
    'add-due-jobs': makeDueJobs(db, makeConditions(services, wallet)),
    'read-mail': ({ id }) => services.inbound.read(id),
    'follow-chain': repeated('follow-chain', wallet.followUp),
    'sweep-wallets': repeated('sweep-wallets', wallet.sweep),
    'give-gifts': repeated('give-gifts', services.giving.give),
    'tell-rounds': (_, stopping) => services.roundTelling.tell(stopping),
    'call-rounds': repeated('call-rounds', services.roundCalling.callDue),
    'publish-figures': () => services.publishing.publish(),
    'expire-listings': (_, stopping) => services.listingEditor.expire(stopping),
    'tell-listing-ends': (_, stopping) => services.listingEnding.tellOwners(stopping),
    'place-paid-orders': (_, stopping) => services.placing.placePaidOrders(stopping),
    'settle-returns': (_, stopping) => services.returns.settleAll(stopping),
    'tell-payment': ({ id }) => services.telling.tell(id),
    'tell-transfer': ({ id }) => services.memberTransfers.tell(id),
    'send-receipt': (receipt) => services.receipts.send(receipt),
    'tell-welcome': ({ memberId }) => services.members.welcome.tell(memberId),
    'end-val-requests': (_, stopping) => services.valRequests.endOver(stopping),
    'conclude-events': (_, stopping) => services.eventRequests.concludeOver(stopping),
    'ask-freshness': (_, stopping) => services.freshness.askAndPause(stopping),
    'follow-up-requests': (_, stopping) => services.waiting.followUpAll(stopping),
    'tell-event': ({ listingId }) => services.eventRequests.tellParticipants(listingId),
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
    'send-newsletters': repeated('send-newsletters', services.newsletterSending.send),
    'send-invitations': (_, stopping) => services.members.invitations.mailAll(stopping),
    'count-dashboard': () => services.dashboard.recount(),
    'delete-old-data': () => services.privacy.deleteExpired(),
  } satisfies { [Name in GeneralJob]: Task<Name> }
}

const HOUR = 60
const DAY = 24 * HOUR

/** The jobs that run at certain times, and those without payload that are added at every start. */
export type Schedule = { scheduled: readonly ScheduledJob[]; atStart: JobName[] }
export const SCHEDULE: Schedule = {
  scheduled: [
    { name: 'add-due-jobs', minutes: 1 },
    { name: 'follow-chain', minutes: 1 },
    { name: 'tell-listing-ends', minutes: 10 },
    { name: 'ask-freshness', minutes: 10 },
    { name: 'send-digests', minutes: 10 },
    { name: 'remove-unused-pictures', minutes: 10 },
    { name: 'delete-old-data', minutes: HOUR, from: '2026-01-01T00:07:00Z' },
    { name: 'resolve-searches', minutes: DAY, from: '2026-01-01T02:20:00Z' },
    { name: 'make-backup', minutes: DAY, from: '2026-01-01T03:10:00Z' },
    // Mondays.
    { name: 'send-desk-lists', minutes: 7 * DAY, from: '2026-01-05T06:00:00Z' },
  ],
  atStart: ['follow-chain', 'add-due-jobs'],
}
