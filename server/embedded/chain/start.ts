import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ipcProvider, type Provider } from '#server/chain/ipc.ts'
import { canBeAlone, endOrphans, launchAnvil } from '#server/embedded/chain/anvil.ts'
import { lockFolder } from '#server/embedded/chain/folder-lock.ts'
import { clearSnapshot, layOutSnapshot, saveSnapshot } from '#server/embedded/chain/snapshot.ts'

/** Where a chain that is whole can be asked; while it is being restored, only its keeper knows its socket. */
export const SOCKET = 'anvil.ipc'
const HIDDEN_SOCKET = 'restoring.ipc'

const WAKING_MS = 30_000
const DUMP_MS = 60_000
const TICK_MS = 5_000
const SAVE_EVERY_MS = 30_000
// Saving holds the chain up: it may take a fiftieth of the time at most.
const SAVE_SHARE = 50
const DEAF_MS = 15_000
// What keeps it from starting, a full disk for one, may be over any moment.
const LONGEST_REST_MS = 1_000

/** Another process keeps this folder's chain. */
export class FolderTaken extends Error {}

export type EmbeddedChain = { ready: Promise<void>; stop(): Promise<void> }
type Options = {
  chainId: number
  /** Brings a chain that has just woken up to where it was; it is shown to nobody before. */
  restore(provider: Provider): Promise<void>
  log?: (line: string) => void
}

/** Keeps a chain running in a folder until `stop`. Waits for the folder alone: the chain itself comes up beside. */
export const startEmbeddedChain = async (place: string, options: Options): Promise<EmbeddedChain> => {
  const { chainId, restore, log = () => undefined } = options
  await mkdir(place, { recursive: true, mode: 0o700 })
  await chmod(place, 0o700)
  const folder = await realpath(place)
  const lock = lockFolder(folder)
  if (!lock) {
    throw new FolderTaken(`La cartella ${folder} è già aperta da un'altra Piazza: chiudila o indica un'altra DATA_DIR.`)
  }
  const alone = canBeAlone()
  const stopping = new AbortController()
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => undefined)

  const awaken = async (): Promise<{ child: ChildProcess; provider: Provider }> => {
    await endOrphans(folder)
    await Promise.all([SOCKET, HIDDEN_SOCKET].map((name) => rm(join(folder, name), { force: true })))
    const state = await layOutSnapshot(folder)
    const child = launchAnvil({ folder, socket: HIDDEN_SOCKET, chainId, state, alone })
    const provider = ipcProvider(folder, HIDDEN_SOCKET)
    try {
      await untilAnswering(child, provider)
      await clearSnapshot(folder)
      await restore(provider)
      await rename(join(folder, HIDDEN_SOCKET), join(folder, SOCKET))
      return { child, provider: ipcProvider(folder, SOCKET) }
    } catch (error) {
      await end(child)
      throw error
    } finally {
      provider.close()
    }
  }

  const save = async (provider: Provider): Promise<void> => {
    try {
      const dump = (await provider.request({ method: 'anvil_dumpState' }, DUMP_MS)) as string
      await saveSnapshot(folder, Buffer.from(dump.slice(2), 'hex'))
    } catch (error) {
      log(`Lo stato della catena non si salva: ${(error as Error).message}`)
    }
  }

  // Looks after one life of the chain: ends when it does, or when we are told to stop.
  const attend = async (child: ChildProcess, provider: Provider): Promise<void> => {
    const gone = once(child, 'exit').then(() => true)
    let saved = { block: '', at: 0, took: 0 }
    let heard = Date.now()
    while (!(await Promise.race([gone, pause(TICK_MS, stopping.signal)]))) {
      if (stopping.signal.aborted) break
      const block = await head(provider).catch(() => undefined)
      if (block !== undefined) heard = Date.now()
      // One that is there but does not hear is of no use to anybody.
      else if (Date.now() - heard > DEAF_MS) return void (await end(child))
      const rest = Math.max(SAVE_EVERY_MS, saved.took * SAVE_SHARE)
      if (block === undefined || block === saved.block || Date.now() - saved.at < rest) continue
      const began = Date.now()
      await save(provider)
      saved = { block, at: Date.now(), took: Date.now() - began }
    }
    if (!stopping.signal.aborted) return
    if (saved.block !== (await head(provider).catch(() => ''))) await save(provider)
    await end(child)
  }

  const keep = async (): Promise<void> => {
    for (let rest = 50; !stopping.signal.aborted; rest = Math.min(rest * 2, LONGEST_REST_MS)) {
      try {
        const { child, provider } = await awaken()
        ready.resolve()
        rest = 50
        await attend(child, provider).finally(() => provider.close())
        if (!stopping.signal.aborted) log('La catena si è fermata: la riavvio.')
      } catch (error) {
        log(`La catena non parte: ${(error as Error).message}`)
        await pause(rest, stopping.signal)
      }
    }
    ready.reject(new Error('La catena è stata fermata.'))
    await Promise.all([SOCKET, HIDDEN_SOCKET].map((name) => rm(join(folder, name), { force: true })))
    lock.release()
  }

  const kept = keep()
  return {
    ready: ready.promise,
    stop: () => {
      stopping.abort()
      return kept
    },
  }
}

const head = async (provider: Provider) => String(await provider.request({ method: 'eth_blockNumber' }))

const untilAnswering = async (child: ChildProcess, provider: Provider): Promise<void> => {
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  for (const deadline = Date.now() + WAKING_MS; ; await sleep(10)) {
    if (failure) throw failure
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('anvil si è fermata all’avvio')
    if (await head(provider).catch(() => undefined)) return
    if (Date.now() > deadline) throw new Error('anvil non risponde')
  }
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** False after the time, or at once when the signal comes. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<boolean> =>
  sleep(milliseconds, false, { signal }).catch(() => false)
