import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { assertOwnFolder, ensureCluster, isCluster, prepareFolder, removeUnfinished } from './cluster.ts'
import { applicationAddress, type DatabaseAddress, reachSocket, tryConnecting } from './connection.ts'
import { furnish, type House, takeOwnership } from './ownership.ts'
import { findPrograms } from './programs.ts'
import { halt } from './server.ts'

export type { DatabaseAddress }
export type EmbeddedDatabase = { address: DatabaseAddress; stop(): Promise<void> }

type Options = { log?: (line: string) => void; durable?: boolean }

const GUEST_PATIENCE_MS = 10_000

/** Opens the database of a folder, making it the first time, and keeps it running until `stop`. */
export const startEmbeddedDatabase = async (folder: string, options: Options = {}): Promise<EmbeddedDatabase> => {
  const { log = () => undefined, durable = true } = options
  const place = await prepareFolder(folder)
  const programs = findPrograms(place)
  await ensureCluster(place, programs, durable)
  const { host, release } = reachSocket(place)
  const stopping = new AbortController()
  const house: House = { folder: place, host, programs, durable, signal: stopping.signal }

  let lock: pg.Client | undefined
  let revival: Promise<void> = Promise.resolve()
  const onLost = () => {
    lock = undefined
    if (stopping.signal.aborted) return
    log('Il database si è fermato: lo riavvio.')
    revival = revive()
  }
  const revive = async () => {
    for (let pause = 50; !stopping.signal.aborted; pause = Math.min(pause * 2, 1_000)) {
      try {
        lock = await takeOwnership(house, onLost)
        log('Il database è di nuovo in funzione.')
        return
      } catch (error) {
        log((error as Error).message)
        await sleep(pause)
      }
    }
  }
  const close = async () => {
    stopping.abort()
    await revival
    // Without the lock the server is somebody else's, or not running.
    if (lock) await halt(place)
    await lock?.end()
    release()
  }

  try {
    lock = await takeOwnership(house, onLost)
    await furnish(lock)
    await removeUnfinished(place)
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

/** For a guest: the address of a database that somebody else keeps running, or undefined. */
export const attachToEmbeddedDatabase = async (folder: string): Promise<EmbeddedDatabase | undefined> => {
  await assertOwnFolder(folder)
  if (!isCluster(folder)) return undefined
  const place = await prepareFolder(folder)
  const { host, release } = reachSocket(place)
  const address = applicationAddress(host)
  for (const deadline = Date.now() + GUEST_PATIENCE_MS; Date.now() < deadline; await sleep(50)) {
    const attempt = await tryConnecting(address, () => undefined)
    if (attempt.state === 'busy') continue
    if (attempt.state === 'open') {
      await attempt.client.end()
      return { address, stop: async () => release() }
    }
    break
  }
  release()
  return undefined
}
