import { Gauge, type Registry } from 'prom-client'
import { STATUS_PARTS } from '#domain/association/status.ts'
import { type Probes, readDisk } from '#server/association/status/probes.ts'
import type { StatusStore } from '#server/association/status/store.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { QueueState } from '#server/platform/jobs/queue-state.ts'
import { withTimeout } from '#server/platform/timeouts.ts'
import type { Mail } from '#server/talk/mail/service.ts'
import type { Chain } from '#server/val/chain/client.ts'
import type { RecordedChain } from '#server/val/wallet/cursor-store.ts'

const READ_MS = 1_000
// Gas of a transfer and of the ether that the treasury sends to the account before it.
const GAS_PER_TRANSACTION = 150_000n
const WEI_PER_ETHER = 1e18

type Parts = {
  db: Pick<Database, 'pool' | 'first'>
  chain: Pick<Chain, 'head' | 'gas' | 'gasPrice' | 'etherOf' | 'treasury'>
  store: Pick<StatusStore, 'lastBackup'>
  probes: Pick<Probes, 'latest' | 'hasMailServer'>
  readQueue: () => Promise<QueueState>
  readRecordedChain: () => Promise<RecordedChain>
  mail: Pick<Mail, 'queue'>
  /** A folder on the disk to measure. */
  folder: string
  version: string
  now: () => Date
}
export type PartMetrics = { refresh(): Promise<void> }

/**
 * Metrics of the services that Piazza depends on, read at each scrape. A service that fails or takes longer than READ_MS has
 * no samples.
 */
export const measureParts = (registry: Registry, parts: Parts): PartMetrics => {
  const { db, chain, store, probes, readQueue, readRecordedChain, mail, folder, version, now } = parts
  const gauge = (name: string, help: string) => new Gauge({ name: `piazza_${name}`, help, registers: [registry] })
  const labelled = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `piazza_${name}`, help, labelNames, registers: [registry] })
  /** Without a value, removes the sample: 0 would look like a measurement. */
  const set = (metric: Gauge, value: number | null | undefined) =>
    value === null || value === undefined ? metric.remove() : metric.set(value)
  const seconds = (moment: Date | null | undefined) => moment && moment.getTime() / 1_000
  const ageOf = (moment: Date | null | undefined) =>
    moment ? Math.max(0, (now().getTime() - moment.getTime()) / 1_000) : 0

  const build = labelled('build_info', 'Version of Piazza and of Node', 'version', 'node')
  build.set({ version, node: process.versions.node }, 1)
  const partUp = labelled('part_up', 'Whether the last check, each minute, found the part working', 'part')
  const connections = labelled(
    'database_connections',
    'Connections of the pool, and requests that wait for one',
    'state',
  )
  const poolSize = gauge('database_pool_size', 'Most connections that the pool opens')
  const databaseBytes = gauge('database_size_bytes', 'Size of the database')
  const backup = gauge('last_backup_timestamp_seconds', 'When a backup was last made')
  const mailWaiting = gauge('mail_waiting', 'Mails that wait to be sent')
  const mailOldest = gauge('mail_oldest_age_seconds', 'Age of the oldest mail that waits; none without a mail server')
  const mailGivenUp = gauge('mail_given_up', 'Mails given up in the last 30 days')
  const jobsWaiting = gauge('jobs_waiting', 'Due jobs, except those that send mails')
  const jobsOldest = gauge('jobs_oldest_age_seconds', 'For how long the oldest job has been due')
  const jobsLastRun = gauge('jobs_last_run_timestamp_seconds', 'When the schedule last started a job')
  const jobsFailing = gauge(
    'jobs_failing',
    'Jobs whose last attempt failed, except mails and jobs that wait for the chain, at most 10',
  )
  const height = gauge('chain_height', 'Latest block with enough confirmations')
  const lag = gauge('chain_lag_blocks', 'Blocks that are not in the database yet')
  const open = gauge('chain_transactions_waiting', 'Transactions that the chain has not confirmed')
  const oldest = gauge('chain_transactions_oldest_age_seconds', 'Age of the oldest transaction that is not confirmed')
  const ether = gauge('treasury_ether', 'Ether of the treasury; none on a chain without fees')
  const transactionsLeft = gauge('treasury_transactions_left', 'Transactions that the ether pays at the current price')
  const diskFree = gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR')
  const diskSize = gauge('disk_size_bytes', 'Size of the disk of DATA_DIR')

  const read = <T>(work: () => Promise<T>): Promise<T | undefined> => withTimeout(READ_MS, work).catch(() => undefined)

  const readTreasury = async () => {
    if (chain.gas === 'free') return undefined
    const [wei, price] = await Promise.all([chain.etherOf(chain.treasury.address), chain.gasPrice()])
    return { wei, left: price > 0n ? Number(wei / (price * GAS_PER_TRANSACTION)) : undefined }
  }
  const readDatabaseSize = () => db.first<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`)

  const refreshMemory = () => {
    for (const part of STATUS_PARTS) {
      const error = probes.latest()?.get(part)
      if (error !== undefined) partUp.set({ part }, error === '' ? 1 : 0)
    }
    const { totalCount, idleCount, waitingCount, options } = db.pool
    connections.set({ state: 'used' }, totalCount - idleCount)
    connections.set({ state: 'idle' }, idleCount)
    connections.set({ state: 'waiting' }, waitingCount)
    poolSize.set(options.max)
  }

  return {
    async refresh() {
      refreshMemory()
      const [size, lastBackup, mails, jobs, recorded, head, treasury, disk] = await Promise.all([
        read(readDatabaseSize),
        read(store.lastBackup),
        read(mail.queue),
        read(readQueue),
        read(readRecordedChain),
        read(chain.head),
        read(readTreasury),
        read(() => readDisk(folder)),
      ])
      set(databaseBytes, size?.bytes)
      set(backup, seconds(lastBackup))
      set(mailWaiting, mails?.waiting)
      set(mailOldest, probes.hasMailServer ? mails && ageOf(mails.oldest) : undefined)
      set(mailGivenUp, mails?.givenUp)
      set(jobsWaiting, jobs?.waiting)
      set(jobsOldest, jobs && ageOf(jobs.oldest))
      set(jobsLastRun, seconds(jobs?.lastRun))
      set(jobsFailing, jobs?.failing.length)
      set(height, head)
      set(lag, recorded?.block != null && head !== undefined ? Math.max(0, head - recorded.block) : undefined)
      set(open, recorded?.open)
      set(oldest, recorded && ageOf(recorded.oldest))
      set(ether, treasury && Number(treasury.wei) / WEI_PER_ETHER)
      set(transactionsLeft, treasury?.left)
      set(diskFree, disk?.free)
      set(diskSize, disk?.size)
    },
  }
}
