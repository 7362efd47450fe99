import { closeSync, fchownSync, fstatSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Programs } from './programs.ts'
import { clearRemains, readPidFile, send } from './remains.ts'

const LOG_LIMIT = 1_000_000
const FAST_STOP_MS = 8_000
const IMMEDIATE_STOP_MS = 6_000

// An eighth of the machine's memory for what is read often, taken only as it is used: reading a page again from the system's
// own memory costs a search among a million listings as much as finding it.
const MACHINE_MB = Math.round(totalmem() / 2 ** 20)
const SHARED_MB = Math.min(Math.max(128, Math.round(MACHINE_MB / 8)), 2_048)

// No network at all: the socket lies in the data folder, which only its owner enters. The rest is for a small machine.
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
  // A statement whose client was killed must not go on for long: it would keep a new server from starting.
  client_connection_check_interval: '2s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of statements are the application's to report.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}
// Nothing here outlives its run. The autovacuum would also keep a database from being dropped while it looks at it, and to
// drop one all of the shared memory is gone through.
const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '128MB',
}

/** Starts PostgreSQL and waits until it takes connections; throws with its own last words when it does not. */
export const launch = async (folder: string, programs: Programs, durable: boolean, signal: AbortSignal) => {
  clearRemains(folder)
  const { log, written } = openLog(folder, programs)
  const settings = Object.entries({ ...SETTINGS, ...(durable ? {} : FORGETFUL) })
  const args = ['-D', folder, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // In a session of its own, so that Ctrl-C reaches us and not the database under us.
  const child = programs.spawn('postgres', args, { stdio: ['ignore', log, log], detached: true })
  closeSync(log)
  child.unref()
  let ended = false
  const onEnd = () => {
    ended = true
  }
  child.once('exit', onEnd).once('error', onEnd)
  while (!isReady(folder, child.pid)) {
    if (ended) throw new Error(`PostgreSQL non parte in ${folder}: ${lastWords(folder, written)}`)
    if (signal.aborted) child.kill('SIGQUIT')
    await sleep(10)
  }
}

/** Ends the server of a folder: the quick way first, then at once. Only for whoever knows that it is running. */
export const halt = async (folder: string) => {
  const pid = readPidFile(folder)?.pid
  if (pid === undefined) return
  for (const [signal, patience] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
  ] as const) {
    if (!send(pid, signal)) return
    const deadline = Date.now() + patience
    while (Date.now() < deadline) {
      // The file goes last in a shutdown; the process may linger as a zombie that nobody collects.
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

const lastWords = (folder: string, from: number) => {
  const lines = readFileSync(logPath(folder)).subarray(from).toString().trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? ''
}
