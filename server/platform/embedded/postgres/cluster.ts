import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { SettingError } from '#server/settings.ts'
import type { Programs } from './programs.ts'

// Suffix of a cluster that initdb has not finished yet.
const UNFINISHED = '.new-'

export const isCluster = (folder: string) => existsSync(join(folder, 'PG_VERSION'))

/** Creates the parent folders and returns the real path of the folder. */
export const prepareFolder = async (folder: string) => {
  const parent = dirname(resolve(folder))
  await mkdir(parent, { recursive: true })
  const real = existsSync(folder) ? await realpath(folder) : join(await realpath(parent), basename(folder))
  await assertOwnFolder(real)
  return real
}

/** Fails early and with a clear message when the folder belongs to another user. */
export const assertOwnFolder = async (folder: string) => {
  const user = process.getuid?.()
  if (user === 0 || !existsSync(folder)) return
  if ((await stat(folder)).uid !== user) {
    throw new SettingError(`La cartella ${folder} appartiene a un altro utente: avvia Piazza da quell’utente.`)
  }
}

/** Creates the cluster in a temporary folder and renames it, so that `folder` never holds an incomplete one. */
export const ensureCluster = async (folder: string, programs: Programs, durable: boolean) => {
  if (isCluster(folder)) return
  if (existsSync(folder) && (await readdir(folder)).length > 0) {
    throw new SettingError(`La cartella ${folder} non è vuota e non contiene un database di Piazza.`)
  }
  const fresh = await mkdtemp(`${folder}${UNFINISHED}`)
  try {
    if (programs.owner) await chown(fresh, programs.owner.uid, programs.owner.gid)
    await initialise(fresh, programs, durable)
    await rename(fresh, folder)
    if (durable) await syncFolder(dirname(folder))
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    // Another process may have created the cluster first and removed this temporary folder; its cluster is used.
    if (!isCluster(folder)) throw error
  }
}

/** Removes the temporary folders of interrupted first starts. */
export const removeUnfinished = async (folder: string) => {
  const parent = dirname(folder)
  const leftovers = (await readdir(parent)).filter((name) => name.startsWith(`${basename(folder)}${UNFINISHED}`))
  for (const name of leftovers) {
    // A surviving initdb may still write there; the next start tries again.
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
  const [stderr, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
  if (code !== 0) throw new Error(`La creazione del database in ${folder} è fallita: ${stderr.trim()}`)
}

const syncFolder = async (folder: string) => {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
