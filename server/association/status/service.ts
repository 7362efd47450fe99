import type { PartStatus, Status } from '#domain/association/status.schema.ts'
import type { StatusPart } from '#domain/association/status.ts'
import { type Probes, readDisk } from '#server/association/status/probes.ts'
import type { StatusStore } from '#server/association/status/store.ts'
import type { QueueState } from '#server/platform/jobs/queue-state.ts'
import { DEPENDENCY_TIMEOUT_MS } from '#server/platform/timeouts.ts'
import type { Inbound } from '#server/talk/inbound/service.ts'
import type { Mail } from '#server/talk/mail/service.ts'

type Parts = {
  store: StatusStore
  probes: Probes
  readQueue: () => Promise<QueueState>
  mail: Mail
  isChainIsolated: boolean
  hasNightlyBackup: boolean
  /** A folder on the disk to show. */
  folder: string
  inbound: Pick<Inbound, 'queue'>
  version: string
  now: () => Date
}

const asText = (moment: Date | null): string | null => moment?.toISOString() ?? null

/** Reads the data of the status page; checks every part at each request. */
export const makeStatusService = ({ store, probes, readQueue, mail, inbound, version, now, ...parts }: Parts) => ({
  async read(): Promise<Status> {
    const [errors, rows, backup, queue, inbox, jobs, disk] = await Promise.all([
      probes.errorsWithin(DEPENDENCY_TIMEOUT_MS),
      store.rows(),
      store.lastBackup(),
      mail.queue(),
      inbound.queue(),
      readQueue(),
      readDisk(parts.folder),
    ])
    const part = (name: StatusPart): PartStatus => {
      const error = errors.get(name) ?? ''
      const since = rows.find((row) => row.part === name)?.downSince ?? now()
      return { ok: error === '', error, downSince: error === '' ? null : since.toISOString() }
    }
    return {
      version,
      at: now().toISOString(),
      database: part('database'),
      chain: { ...part('chain'), isolated: parts.isChainIsolated },
      mail: {
        ...part('mail'),
        configured: probes.hasMailServer,
        waiting: queue.waiting,
        oldest: asText(queue.oldest),
        givenUp: queue.givenUp,
        lastErrors: queue.lastErrors.map(({ at, message }) => ({ at: at.toISOString(), message })),
      },
      inbox: {
        ...part('inbox'),
        configured: probes.hasMailIn,
        waiting: inbox.waiting,
        oldest: asText(inbox.oldest),
        last: asText(inbox.last),
        asked: inbox.asked,
      },
      storage: part('storage'),
      jobs: {
        ...part('jobs'),
        waiting: jobs.waiting,
        oldest: asText(jobs.oldest),
        lastRun: asText(jobs.lastRun),
        failing: jobs.failing,
      },
      disk: { ...part('disk'), ...disk },
      backup: { ...part('backup'), at: asText(backup), nightly: parts.hasNightlyBackup },
    }
  },
})
