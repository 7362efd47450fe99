import { closeSync, fchownSync, fstatSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanUpAfterCrash, readPidFile, send } from './crash-cleanup.ts'
import type { Programs } from './programs.ts'

const LOG_LIMIT = 1_000_000
const FAST_STOP_MS = 8_000
const IMMEDIATE_STOP_MS = 6_000

// An eighth of the memory for shared buffers, allocated on use: a search over a million listings takes twice as long if it reads
// its pages from the file system cache.
const MACHINE_MB = Math.round(totalmem() / 2 ** 20)
const SHARED_MB = Math.min(Math.max(128, Math.round(MACHINE_MB / 8)), 2_048)

// No TCP: the socket is in the data folder, which only its owner can enter. The rest is sized for a small machine.
const SETTINGS = {
  listen_addresses: '',
  unix_socket_directories: '.',
  max_connections: '60',
  shared_buffers: `${SHARED_MB}MB`,
  effective_cache_size: `${Math.round(MACHINE_MB / 2)}MB`,
  work_mem: '8MB',
  random_page_cost: '1.1',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  // Statements of a killed client must end soon: they keep a new server from starting.
  client_connection_check_interval: '2s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statement errors are reported by the application.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}
// For tests, which need no durability. Autovacuum and large shared buffers would delay dropping a database.
const NOT_DURABLE = {
  // Several Piazza servers use the database at once.
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '128MB',
  // Tests search the log for the deadlocks of a database.
  log_min_messages: 'error',
  log_line_prefix: '%d ',
}

/** Starts PostgreSQL and waits until it accepts connections; throws with its last log message when it fails. */
export const launch = async (folder: string, programs: Programs, durable: boolean, signal: AbortSignal) => {
  cleanUpAfterCrash(folder)
  const { log, written } = openLog(folder, programs)
  const settings = Object.entries({ ...SETTINGS, ...(durable ? {} : NOT_DURABLE) })
  const args = ['-D', folder, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // In its own session, so that Ctrl-C does not reach it.
  const child = programs.spawn('postgres', args, { stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  child.unref()
  let ended = false
  const onEnd = () => {
    ended = true
  }
  child.once('exit', onEnd).once('error', onEnd)
  while (!isReady(folder, child.pid)) {
    if (ended) throw new Error(`PostgreSQL non parte in ${folder}: ${lastLogMessage(folder, written)}`)
    if (signal.aborted) child.kill('SIGQUIT')
    await sleep(10)
  }
}

/** Stops the server of a folder: fast shutdown first, then immediate. */
export const halt = async (folder: string) => {
  const pid = readPidFile(folder)?.pid
  if (pid === undefined) return
  for (const [signal, timeout] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
  ] as const) {
    if (!send(pid, signal)) return
    const deadline = performance.now() + timeout
    while (performance.now() < deadline) {
      // The pid file is removed last in a shutdown; the process may remain as a zombie.
      if (readPidFile(folder)?.pid !== pid || !send(pid, 0)) return
      await sleep(10)
    }
  }
}

const isReady = (folder: string, pid: number | undefined) => {
  const file = readPidFile(folder)
  return file !== undefined && file.pid === pid && file.status === 'ready'
}

const logPath = (folder: string) => join(folder, 'server.log')

const openLog = (folder: string, { owner }: Programs) => {
  const log = openSync(logPath(folder), 'a', 0o600)
  if (owner) fchownSync(log, owner.uid, owner.gid)
  if (fstatSync(log).size > LOG_LIMIT) truncateSync(logPath(folder))
  return { log, written: fstatSync(log).size }
}

const lastLogMessage = (folder: string, from: number) => {
  const lines = readFileSync(logPath(folder)).subarray(from).toString().trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? ''
}
