import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { oncePerMinute } from '#server/platform/repeated-log.ts'
import { assertOwnFolder, ensureCluster, isCluster, prepareFolder, removeUnfinished } from './cluster.ts'
import { applicationAddress, type DatabaseAddress, resolveSocketHost, tryToConnect } from './connection.ts'
import { ensureDatabase, type ServerParts, takeOwnership } from './ownership.ts'
import { findPrograms } from './programs.ts'
import { halt } from './server.ts'

export type { DatabaseAddress }
export type EmbeddedDatabase = { address: DatabaseAddress; stop(): Promise<void> }

type Options = { log?: (line: string) => void; durable?: boolean }

const ATTACH_TIMEOUT_MS = 10_000

/** Starts the database of a folder, created the first time, and restarts it after a crash until `stop`. */
export const startEmbeddedDatabase = async (folder: string, options: Options = {}): Promise<EmbeddedDatabase> => {
  const { log = () => undefined, durable = true } = options
  const path = await prepareFolder(folder)
  const programs = findPrograms(path)
  await ensureCluster(path, programs, durable)
  const { host, release } = resolveSocketHost(path)
  const stopping = new AbortController()
  const server: ServerParts = { folder: path, host, programs, durable, signal: stopping.signal }

  let lock: pg.Client | undefined
  let restarting: Promise<void> = Promise.resolve()
  const onLost = () => {
    lock = undefined
    if (stopping.signal.aborted) return
    log('Il database si è fermato: lo riavvio.')
    restarting = restart()
  }
  const logFailedStart = oncePerMinute(log)
  const restart = async () => {
    for (let pause = 50; !stopping.signal.aborted; pause = Math.min(pause * 2, 1_000)) {
      try {
        lock = await takeOwnership(server, onLost)
        log('Il database è di nuovo in funzione.')
        return
      } catch (error) {
        logFailedStart((error as Error).message)
        await sleep(pause)
      }
    }
  }
  const close = async () => {
    stopping.abort()
    await restarting
    // Without the lock the server belongs to another process, or is not running.
    if (lock) await halt(path)
    await lock?.end()
    release()
  }

  try {
    lock = await takeOwnership(server, onLost)
    await ensureDatabase(lock)
    await removeUnfinished(path)
  } catch (error) {
    await close()
    throw error
  }
  let closed: Promise<void> | undefined
  return {
    address: applicationAddress(host),
    stop: () => {
      closed ??= close()
      return closed
    },
  }
}

/** The address of a database that another process keeps running; undefined if there is none. */
export const attachToEmbeddedDatabase = async (folder: string): Promise<EmbeddedDatabase | undefined> => {
  await assertOwnFolder(folder)
  if (!isCluster(folder)) return undefined
  const path = await prepareFolder(folder)
  const { host, release } = resolveSocketHost(path)
  const address = applicationAddress(host)
  for (const deadline = performance.now() + ATTACH_TIMEOUT_MS; performance.now() < deadline; await sleep(50)) {
    const attempt = await tryToConnect(address, () => undefined)
    if (attempt.state === 'notReady') continue
    if (attempt.state === 'connected') {
      await attempt.client.end()
      return { address, stop: async () => release() }
    }
    break
  }
  release()
  return undefined
}
