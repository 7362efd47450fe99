import { onTestFinished } from 'vitest'
import type { Database } from '#server/platform/db/pool.ts'
import type { Tasks } from '#server/platform/jobs/jobs.ts'
import { makeRepeated, type Next } from '#server/platform/jobs/repeated.ts'
import { makeWorker } from '#server/platform/jobs/worker.ts'

type Options = { concurrency?: number; deadlineMs?: number }

const SILENT = { debug: () => undefined, warn: () => undefined }

/** Runs these tasks until the test ends, or until it is stopped. */
export const aJobWorker = (db: Database, tasks: Tasks, { concurrency = 4, deadlineMs }: Options = {}) => {
  const worker = makeWorker({ db, tasks, concurrency, log: SILENT, ...(deadlineMs ? { deadlineMs } : {}) })
  worker.start()
  onTestFinished(worker.stop)
  return worker
}

type Wallet = { followUp(): Promise<Next> }

/** Follows up transactions as the server does. */
export const aChainWorker = (db: Database, { followUp }: Wallet) =>
  aJobWorker(db, { 'follow-chain': makeRepeated(db)('follow-chain', followUp) })
