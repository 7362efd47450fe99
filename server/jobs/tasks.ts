import type { CronItem, CronItemOptions } from 'graphile-worker'
import type { JobName, JobPayloads } from '#server/jobs/jobs.ts'
import type { Services } from '#server/services.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The signal aborts when the worker stops; a task that ignores it is waited for. */
type Task<Name extends JobName> = (payload: JobPayloads[Name], stopping: AbortSignal) => Promise<unknown>
export type Tasks = { [Name in JobName]?: Task<Name> }

export type WalletTasks = Record<'followUp' | 'sweep', (stopping: AbortSignal) => Promise<void>>

/** Every task but `send-mail`, which has a worker of its own: a slow mail server must not delay the others. */
export const makeTasks = (
  {
    listingEditor,
    listingEnding,
    placing,
    returns,
    telling,
    eventRequests,
    uploads,
    privacy,
    notices,
    members,
    desk,
    memberTransfers,
    valRequests,
    giving,
    roundTelling,
    roundCalling,
    rings,
    alerts,
    favouriteNews,
    freshness,
    reserving,
    newsletterSending,
    dashboard,
  }: Pick<
    Services,
    | 'listingEditor'
    | 'listingEnding'
    | 'placing'
    | 'returns'
    | 'telling'
    | 'eventRequests'
    | 'uploads'
    | 'privacy'
    | 'notices'
    | 'members'
    | 'desk'
    | 'memberTransfers'
    | 'valRequests'
    | 'giving'
    | 'roundTelling'
    | 'roundCalling'
    | 'rings'
    | 'alerts'
    | 'favouriteNews'
    | 'freshness'
    | 'reserving'
    | 'newsletterSending'
    | 'dashboard'
  >,
  wallet: WalletTasks,
) =>
  ({
    'follow-chain': (_, stopping) => wallet.followUp(stopping),
    'sweep-wallets': (_, stopping) => wallet.sweep(stopping),
    'give-gifts': (_, stopping) => giving.give(stopping),
    'tell-rounds': (_, stopping) => roundTelling.tell(stopping),
    'call-rounds': (_, stopping) => roundCalling.callDue(stopping),
    'expire-listings': (_, stopping) => listingEditor.expire(stopping),
    'tell-listing-ends': (_, stopping) => listingEnding.tellOwners(stopping),
    'place-paid-orders': (_, stopping) => placing.placePaidOrders(stopping),
    'settle-returns': (_, stopping) => returns.settleAll(stopping),
    'tell-payment': ({ id }) => telling.tell(id),
    'tell-transfer': ({ id }) => memberTransfers.tell(id),
    'end-val-requests': (_, stopping) => valRequests.endOver(stopping),
    'conclude-events': (_, stopping) => eventRequests.concludeOver(stopping),
    'remove-unused-pictures': (_, stopping) => uploads.sweep(stopping),
    'ask-freshness': (_, stopping) => freshness.askAndPause(stopping),
    'pass-reservations': ({ listingIds }) => reserving.passOn(listingIds),
    'end-reservation': ({ listingId }) => reserving.end(listingId),
    'match-alerts': ({ listingId }, stopping) => alerts.match(listingId, stopping),
    'tell-favourites': (news) => favouriteNews.tell(news),
    'send-notices': (_, stopping) => notices.sendDue(stopping),
    'send-digests': (_, stopping) => notices.sendDigests(stopping),
    'send-desk-lists': () => desk.sendWeeklyLists(),
    'end-suspensions': () => members.suspensions.endDue(),
    'find-rings': ({ listingId }) => rings.search(listingId),
    'end-rings': (_, stopping) => rings.endOver(stopping),
    'send-push': ({ memberId }) => notices.sendPush(memberId),
    'send-newsletters': (_, stopping) => newsletterSending.send(stopping),
    'send-invitations': (_, stopping) => members.invitations.mailAll(stopping),
    'count-dashboard': () => dashboard.recount(),
    'delete-old-data': () => privacy.deleteExpired(),
  }) satisfies { [Name in Exclude<JobName, 'send-mail'>]: Task<Name> }

/** With its name as the key, a job that is still waiting is replaced instead of added a second time. */
const cron = (match: string, task: JobName, options: CronItemOptions = {}): CronItem => ({
  match,
  task,
  options: { jobKey: task, ...options },
})

export const CRON: CronItem[] = [
  cron('* * * * *', 'follow-chain'),
  cron('* * * * *', 'expire-listings'),
  cron('* * * * *', 'place-paid-orders'),
  cron('* * * * *', 'settle-returns'),
  cron('* * * * *', 'conclude-events'),
  cron('* * * * *', 'end-val-requests'),
  cron('* * * * *', 'sweep-wallets'),
  cron('* * * * *', 'give-gifts'),
  cron('* * * * *', 'tell-rounds'),
  cron('* * * * *', 'call-rounds'),
  cron('* * * * *', 'end-rings'),
  cron('* * * * *', 'send-notices'),
  cron('* * * * *', 'end-suspensions'),
  cron('*/10 * * * *', 'tell-listing-ends'),
  cron('*/10 * * * *', 'ask-freshness'),
  cron('* * * * *', 'send-newsletters'),
  cron('* * * * *', 'send-invitations'),
  cron('*/10 * * * *', 'send-digests'),
  cron('*/10 * * * *', 'remove-unused-pictures'),
  cron('*/5 * * * *', 'count-dashboard'),
  cron('0 6 * * 1', 'send-desk-lists', { backfillPeriod: DAY_MS }),
  cron('7 * * * *', 'delete-old-data', { backfillPeriod: DAY_MS }),
]

export const AT_START: JobName[] = ['follow-chain', 'call-rounds']
