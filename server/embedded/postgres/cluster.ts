import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Programs } from './programs.ts'

// The name of a cluster still in the making, beside the place it will take.
const UNFINISHED = '.new-'

export const isCluster = (folder: string) => existsSync(join(folder, 'PG_VERSION'))

/** The folder's real address, with the folders above it made. */
export const preparePlace = async (folder: string) => {
  const parent = dirname(resolve(folder))
  await mkdir(parent, { recursive: true })
  const place = existsSync(folder) ? await realpath(folder) : join(await realpath(parent), basename(folder))
  await refuseForeign(place)
  return place
}

/** Another user's database would only fail later, and less clearly. */
export const refuseForeign = async (folder: string) => {
  const user = process.getuid?.()
  if (user === 0 || !existsSync(folder)) return
  if ((await stat(folder)).uid !== user) {
    throw new Error(`La cartella ${folder} appartiene a un altro utente: avvia Piazza da quell'utente.`)
  }
}

/** Makes the cluster beside its place and renames it there: whatever is in place has been made to the end. */
export const ensureCluster = async (folder: string, programs: Programs, durable: boolean) => {
  if (isCluster(folder)) return
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new Error(`La cartella ${folder} non è vuota e non contiene un database di Piazza.`)
  }
  const fresh = await mkdtemp(`${folder}${UNFINISHED}`)
  try {
    if (programs.owner) await chown(fresh, programs.owner.uid, programs.owner.gid)
    await initialise(fresh, programs, durable)
    await rename(fresh, folder)
    if (durable) await syncFolder(dirname(folder))
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Somebody else was quicker (and may have swept ours away): theirs is as good.
    if (!isCluster(folder)) throw error
  }
}

/** Removes what interrupted first starts left behind. */
export const sweepUnfinished = async (folder: string) => {
  const parent = dirname(folder)
  const leftovers = (await readdir(parent)).filter((name) => name.startsWith(`${basename(folder)}${UNFINISHED}`))
  for (const name of leftovers) {
    // An initdb that outlived its parent may still be writing there; the next start sweeps again.
    await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

const initialise = async (folder: string, programs: Programs, durable: boolean) => {
  const child = programs.spawn(
    'initdb',
    [
      ...['--pgdata', folder, '--username', 'postgres', '--encoding', 'UTF8', '--data-checksums'],
      ...['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ...['--auth-local', 'trust', '--auth-host', 'reject', '--no-instructions'],
      ...(durable ? [] : ['--no-sync']),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const [complaint, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
  if (code !== 0) throw new Error(`La creazione del database in ${folder} è fallita: ${complaint.trim()}`)
}

const syncFolder = async (folder: string) => {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
