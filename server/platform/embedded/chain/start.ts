import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError } from 'viem'
import { canIsolate, killOrphans, launchAnvil } from '#server/platform/embedded/chain/anvil.ts'
import { lockFolder } from '#server/platform/embedded/chain/folder-lock.ts'
import { ipcProvider, type Provider } from '#server/platform/embedded/chain/ipc.ts'
import { removeUnpacked, saveSnapshot, unpackSnapshot } from '#server/platform/embedded/chain/snapshot.ts'
import { oncePerMinute } from '#server/platform/repeated-log.ts'
import { StartFailure } from '#server/platform/start/start-errors.ts'
import { findFoundry, ProgramMissing } from '../../../../token/foundry.ts'

/** The socket of a restored chain; during the restore it has another name, so that no client connects. */
export const SOCKET = 'anvil.ipc'
const RESTORING_SOCKET = 'restoring.ipc'

const START_TIMEOUT_MS = 30_000
const DUMP_TIMEOUT_MS = 60_000
const TICK_MS = 5_000
const SAVE_EVERY_MS = 30_000
// A dump blocks the chain, so dumps may take at most a fiftieth of the time.
const SAVE_SHARE = 50
const UNRESPONSIVE_MS = 15_000
// The cause of a failed start, such as a full disk, may end at any moment.
const MAX_BACKOFF_MS = 1_000

/** Another process holds the lock on the folder. */
export class FolderTaken extends StartFailure {}

export type EmbeddedChain = { ready: Promise<void>; stop(): Promise<void> }
type Options = {
  chainId: number
  /** In its own network namespace, which no other process can reach. */
  isolated?: boolean
  /** Replays missing transactions on a freshly started chain, before clients can connect. */
  restore(provider: Provider): Promise<void>
  log?: (line: string) => void
  findProgram?: () => string
}

/**
 * Keeps a chain running in a folder until `stop`. Returns once the folder is locked; `ready` resolves when the chain is up, and
 * rejects if anvil is not installed or `stop` is called before.
 */
export const startEmbeddedChain = async (place: string, options: Options): Promise<EmbeddedChain> => {
  const {
    chainId,
    isolated = canIsolate(),
    restore,
    log = () => undefined,
    findProgram = () => findFoundry('anvil'),
  } = options
  await mkdir(place, { recursive: true, mode: 0o700 })
  await chmod(place, 0o700)
  const folder = await realpath(place)
  const lock = lockFolder(folder)
  if (!lock) {
    throw new FolderTaken(`La cartella ${folder} è già aperta da un’altra Piazza: chiudila o indica un’altra DATA_DIR.`)
  }
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => undefined)

  const startChain = async (): Promise<{ child: ChildProcess; provider: Provider }> => {
    const program = findProgram()
    await killOrphans(folder)
    await Promise.all([SOCKET, RESTORING_SOCKET].map((name) => rm(join(folder, name), { force: true })))
    const state = await unpackSnapshot(folder)
    const child = launchAnvil({ program, folder, socket: RESTORING_SOCKET, chainId, state, isolated })
    const provider = ipcProvider(folder, RESTORING_SOCKET)
    try {
      await waitUntilAnswering(child, provider)
      await removeUnpacked(folder)
      await restore(provider)
      await rename(join(folder, RESTORING_SOCKET), join(folder, SOCKET))
      return { child, provider: ipcProvider(folder, SOCKET) }
    } catch (error) {
      await kill(child)
      throw error
    } finally {
      provider.close()
    }
  }

  const save = async (provider: Provider): Promise<void> => {
    try {
      const dump = (await provider.request({ method: 'anvil_dumpState' }, DUMP_TIMEOUT_MS)) as string
      await saveSnapshot(folder, Buffer.from(dump.slice(2), 'hex'))
    } catch (error) {
      log(`Lo stato della catena non si salva: ${reasonOf(error)}`)
    }
  }

  // Saves snapshots of a running chain; returns when it exits, is unresponsive, or on stop.
  const supervise = async (child: ChildProcess, provider: Provider): Promise<void> => {
    const exited = once(child, 'exit').then(() => true)
    let saved = { block: '', at: Number.NEGATIVE_INFINITY, took: 0 }
    let lastAnswer = performance.now()
    while (!(await Promise.race([exited, pause(TICK_MS, stopping.signal)]))) {
      if (stopping.signal.aborted) break
      const block = await head(provider).catch(() => undefined)
      if (block !== undefined) lastAnswer = performance.now()
      else if (performance.now() - lastAnswer > UNRESPONSIVE_MS) return void (await kill(child))
      const interval = Math.max(SAVE_EVERY_MS, saved.took * SAVE_SHARE)
      if (block === undefined || block === saved.block || performance.now() - saved.at < interval) continue
      const start = performance.now()
      await save(provider)
      saved = { block, at: performance.now(), took: performance.now() - start }
    }
    if (!stopping.signal.aborted) return
    if (saved.block !== (await head(provider).catch(() => ''))) await save(provider)
    await kill(child)
  }

  const logFailedStart = oncePerMinute(log)
  const run = async (): Promise<void> => {
    for (let backoff = 50; !stopping.signal.aborted; backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)) {
      try {
        const { child, provider } = await startChain()
        ready.resolve()
        backoff = 50
        await supervise(child, provider).finally(() => provider.close())
        if (!stopping.signal.aborted) log('La catena si è fermata: la riavvio.')
      } catch (error) {
        logFailedStart(`La catena non parte: ${reasonOf(error)}`)
        if (error instanceof ProgramMissing) {
          ready.reject(error)
          break
        }
        await pause(backoff, stopping.signal)
      }
    }
    ready.reject(new Error('La catena è stata fermata.'))
    await Promise.all([SOCKET, RESTORING_SOCKET].map((name) => rm(join(folder, name), { force: true })))
    lock.release()
  }

  const stopped = run()
  return {
    ready: ready.promise,
    stop: () => {
      stopping.abort()
      return stopped
    },
  }
}

/** A short reason: the messages of viem's errors contain the whole request. */
const reasonOf = (error: unknown): string =>
  error instanceof BaseError ? error.details || error.shortMessage : (error as Error).message

const head = async (provider: Provider) => String(await provider.request({ method: 'eth_blockNumber' }))

const waitUntilAnswering = async (child: ChildProcess, provider: Provider): Promise<void> => {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  for (const deadline = performance.now() + START_TIMEOUT_MS; ; await sleep(10)) {
    if (failure) throw failure
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('anvil si è fermata all’avvio')
    if (await head(provider).catch(() => undefined)) return
    if (performance.now() > deadline) throw new Error('anvil non risponde')
  }
}

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Resolves after the time, or at once when aborted. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<boolean> =>
  sleep(milliseconds, false, { signal }).catch(() => false)
