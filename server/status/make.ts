import { setTimeout as sleep } from 'node:timers/promises'
import type { Registry } from 'prom-client'
import type { Chain } from '#server/chain/client.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'
import { readQueueState } from '#server/jobs/queue-state.ts'
import type { Worker } from '#server/jobs/worker.ts'
import { smtpProbe } from '#server/mail/smtp.ts'
import type { Services } from '#server/services.ts'
import { makeAlarms } from '#server/status/alarms.ts'
import { measureParts } from '#server/status/metrics.ts'
import { makeProbes } from '#server/status/probes.ts'
import { makeStatusService } from '#server/status/service.ts'
import { makeStatusStore } from '#server/status/store.ts'
import type { Storage } from '#server/uploads/storage.ts'
import type { RecordedChain } from '#server/wallet/cursor-store.ts'
import packageFile from '../../package.json' with { type: 'json' }

const CHECK_MS = 60_000

type Parts = {
  db: Database
  chain: Pick<Chain, 'head' | 'gas' | 'gasPrice' | 'etherOf' | 'treasury'>
  storage: Storage
  smtpUrl: string | undefined
  uploadsFolder: string
  readRecordedChain: () => Promise<RecordedChain>
  registry: Registry
  services: Pick<Services, 'mail' | 'members'>
  now: () => Date
  report: (error: unknown) => void
}
export type StatusParts = Pick<ReturnType<typeof makeStatus>, 'status'>

/** The status page and the alarms. They are not a job: they also tell that no jobs are done. */
export const makeStatus = (parts: Parts) => {
  const { db, chain, storage, smtpUrl, services, now, report } = parts
  const store = makeStatusStore(db)
  const readQueue = () => readQueueState(db)
  const probes = makeProbes({
    pingDatabase: () => db.query(sql`select 1`),
    pingChain: () => chain.head(),
    pingMailServer: smtpUrl ? smtpProbe(smtpUrl) : undefined,
    storage,
    readQueue,
  })
  const { mail, members } = services
  const alarms = makeAlarms({ store, probes, members, mail, now })
  const { version } = packageFile
  const metrics = measureParts(parts.registry, {
    ...{ db, chain, store, probes, readQueue, mail, version, now },
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
    status: makeStatusService({ store, probes, readQueue, mail, version, now }),
    alarms,
    metrics,
    worker,
  }
}
