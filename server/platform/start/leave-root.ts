import { spawnSync } from 'node:child_process'
import { constants, existsSync, readFileSync, statSync } from 'node:fs'
import { lchown, lstat, open, readdir, realpath } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { linkLibraries } from '#server/platform/embedded/postgres/programs.ts'
import { DATA_FOLDERS } from '#server/platform/start/data-folder.ts'
import { SettingError, type Settings } from '#server/settings.ts'

type User = { uid: number; gid: number }

const ROOT = join(import.meta.dirname, '..', '..', '..')
// Files that the server must be able to read as the new user.
const CODE = ['package.json', 'server/main.ts', 'node_modules/fastify/package.json', 'build/current'].map((path) =>
  join(ROOT, path),
)
const NOBODY: User = { uid: 65534, gid: 65534 }
// Too large to check every file: the owner is changed only if the folder itself belongs to another user.
const LARGE = new Set(['database', 'uploads', 'backups'])

/**
 * Switches a process started as root to an unprivileged user: RUN_AS, or the owner of the data, or nobody. Changes the owner of
 * the data folder, which exists, to that user. If RUN_AS cannot be used, it
 * throws; if no other user can read the code and use the data, the process stays root and logs a warning.
 */
export const leaveRoot = async (
  { runAs, dataDir, databaseUrl, port }: Pick<Settings, 'runAs' | 'dataDir' | 'databaseUrl' | 'port'>,
  warn: (line: string) => void,
): Promise<void> => {
  if (process.getuid?.() !== 0) return
  const users = runAs ? [findUser(runAs)] : defaultUsers(dataDir)
  if (users[0]?.uid === 0) return
  const obstacles: string[] = []
  for (const user of users) {
    const obstacle = await prepareFor(user, runAs ?? String(user.uid), await realpath(dataDir))
    if (obstacle === undefined) {
      refusePrivilegedPort(port)
      if (!databaseUrl) linkLibraries()
      flushCompileCache()
      return switchToUser(user)
    }
    obstacles.push(obstacle)
  }
  const reason = obstacles.join(', ')
  if (runAs) throw new SettingError(`Impostazione RUN_AS non valida: ${reason}.`)
  warn(
    `Attenzione: Piazza gira come root, perché ${reason}. Mettila dove quell’utente arriva (non sotto /root), ` +
      'o avviala da un utente normale, o indicane un altro in RUN_AS.',
  )
}

const switchToUser = ({ uid, gid }: User): void => {
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}

/** By name or number. The user must be in the passwd database: PostgreSQL refuses others. */
const findUser = (name: string): User => {
  const id = (option: string) => Number.parseInt(spawnSync('id', [option, '--', name], { encoding: 'utf8' }).stdout, 10)
  const user = { uid: id('-u'), gid: id('-g') }
  if (!Number.isInteger(user.uid))
    throw new SettingError(`Impostazione RUN_AS non valida: l’utente ${name} non esiste.`)
  return user
}

const defaultUsers = (dataDir: string): User[] => {
  const owners = [join(dataDir, 'database'), dataDir].map((path) => statSync(path, { throwIfNoEntry: false }))
  const owner = owners.find((found) => found && found.uid !== 0)
  return owner ? [{ uid: owner.uid, gid: owner.gid }, NOBODY] : [NOBODY]
}

/** Changes the owner of the data if the user can run the code; returns the reason if the user cannot be used. */
const prepareFor = async (user: User, name: string, dataDir: string): Promise<string | undefined> => {
  const cannotUse = (path: string | undefined) => path && `l’utente ${name} non può usare ${path}`
  const code = CODE.filter((path) => existsSync(path))
  const unusable =
    firstInaccessible(user, '-r', code) ?? firstInaccessible(user, '-x', [process.execPath, dirname(dataDir)])
  if (unusable) return cannotUse(unusable)
  try {
    await changeOwner(dataDir, user)
  } catch (error) {
    return `la cartella dei dati non si può assegnare all’utente ${name} (${(error as Error).message})`
  }
  const folders = [dataDir, ...DATA_FOLDERS.map((folder) => join(dataDir, folder)).filter((path) => existsSync(path))]
  return cannotUse(firstInaccessible(user, '-w', folders))
}

/** The first of the paths for which `test` as the user fails. */
const firstInaccessible = (user: User, option: '-r' | '-w' | '-x', paths: string[]): string | undefined =>
  paths.find((path) => spawnSync('test', [option, path], { cwd: '/', stdio: 'ignore', ...user }).status !== 0)

/** Follows no symbolic links and skips files with other hard links: the user may have put them in the folder. */
const changeOwner = async (path: string, user: User): Promise<void> => {
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    // Through the descriptor, so that replacing the folder by a link meanwhile has no effect.
    const inside = `/proc/self/fd/${folder.fd}`
    for (const name of await readdir(inside)) {
      const entry = join(inside, name)
      const found = await lstat(entry).catch(undefinedIfGone)
      if (!found) continue
      const { uid } = found
      if (found.isDirectory()) {
        if (uid !== user.uid || !LARGE.has(name)) await changeOwner(entry, user)
      } else if (uid !== user.uid && found.nlink === 1) await lchown(entry, user.uid, user.gid)
    }
    // Last, so that an interrupted change is repeated.
    if ((await folder.stat()).uid !== user.uid) await folder.chown(user.uid, user.gid)
  } finally {
    await folder.close()
  }
}

const undefinedIfGone = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

const refusePrivilegedPort = (port: number): void => {
  let first = 1024
  try {
    first = Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'))
  } catch {
    // Not Linux.
  }
  if (port === 0 || port >= first) return
  throw new SettingError(
    `Impostazione PORT non valida: la porta ${port} è riservata a root, e Piazza non resta root. ` +
      `Scegline una da ${first} in su, dietro un proxy, o RUN_AS=root.`,
  )
}
