import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { MembersService } from '#server/accounts/members/service.ts'
import { makeAlarms } from '#server/association/status/alarms.ts'
import { measureParts } from '#server/association/status/metrics.ts'
import { makeProbes } from '#server/association/status/probes.ts'
import { makeStatusService } from '#server/association/status/service.ts'
import { makeStatusStore } from '#server/association/status/store.ts'
import type { Storage } from '#server/market/uploads/storage.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { readQueueState } from '#server/platform/jobs/queue-state.ts'
import type { Worker } from '#server/platform/jobs/worker.ts'
import { probeMailIn } from '#server/talk/inbound/receiver.ts'
import type { Inbound } from '#server/talk/inbound/service.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import { smtpProbe } from '#server/talk/mail/smtp.ts'
import type { Chain } from '#server/val/chain/client.ts'
import type { RecordedChain } from '#server/val/wallet/cursor-store.ts'
import packageFile from '../../../package.json' with { type: 'json' }

const CHECK_MS = 60_000

type Parts = {
  db: Database
  chain: Chain
  isChainIsolated?: boolean | undefined
  /** Whether Piazza makes backups; without, only others know how old theirs are. */
  hasNightlyBackup?: boolean
  storage: Storage
  mailUrls: { smtpUrl: string | undefined; inUrl: string | undefined }
  uploadsFolder: string
  readRecordedChain: () => Promise<RecordedChain>
  registry: Registry
  services: { mail: Mail; inbound: Inbound; members: MembersService }
  now: () => Date
  report: (error: unknown) => void
}
export type StatusParts = Pick<ReturnType<typeof makeStatus>, 'status'>

/** The status page and the alarms. Alarms do not run as a job, because they also report that jobs do not run. */
export const makeStatus = (parts: Parts) => {
  const { db, chain, isChainIsolated = true, hasNightlyBackup = false, storage, services, now, report } = parts
  const { smtpUrl, inUrl } = parts.mailUrls
  const store = makeStatusStore(db)
  const readQueue = () => readQueueState(db)
  const probes = makeProbes({
    pingDatabase: () => db.query(sql`select 1`),
    pingChain: () => chain.head(),
    pingMailServer: smtpUrl ? smtpProbe(smtpUrl) : undefined,
    pingMailIn: inUrl ? () => probeMailIn(inUrl) : undefined,
    storage,
    readQueue,
    folder: parts.uploadsFolder,
    lastProtected: hasNightlyBackup ? store.lastProtected : async () => null,
    now,
  })
  const { mail, inbound, members } = services
  const alarms = makeAlarms({ store, probes, members, mail, now })
  const { version } = packageFile
  const metrics = measureParts(parts.registry, {
    db,
    chain,
    store,
    probes,
    readQueue,
    mail,
    version,
    now,
    readRecordedChain: parts.readRecordedChain,
    folder: parts.uploadsFolder,
  })
  const stopping = new AbortController()
  let running: Promise<void> | undefined

  const run = async () => {
    while (!stopping.signal.aborted) {
      await sleep(CHECK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) await alarms.check().catch(report)
    }
  }
  const worker: Worker = {
    start() {
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
  return {
    status: makeStatusService({
      store,
      probes,
      readQueue,
      mail,
      inbound,
      isChainIsolated,
      hasNightlyBackup,
      folder: parts.uploadsFolder,
      version,
      now,
    }),
    alarms,
    metrics,
    worker,
  }
}
