import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Member } from '#domain/accounts/access.ts'
import type { BackupRequest } from '#domain/association/backups.schema.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import type { MembersService } from '#server/accounts/members/service.ts'
import { EmptyDatabase, streamBackup, writeBackupFile } from '#server/association/backups/archive.ts'
import { encrypt } from '#server/association/backups/encryption.ts'
import { noteBackup } from '#server/association/backups/record.ts'
import type { Remote } from '#server/association/backups/remote.ts'
import { nameOf, outdated } from '#server/association/backups/retention.ts'
import type { Audit } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/db/pool.ts'

const UNFINISHED = '.unfinished-'

type Log = {
  info(details: { file: string; bytes: number }, message: string): void
  warn(details: { err: unknown }, message: string): void
}

type Parts = {
  db: Database
  dataDir: string
  /** Undefined if no encrypted copies are stored elsewhere. */
  remote: Remote | undefined
  now: () => Date
  log: Log
}

export type Backups = ReturnType<typeof makeBackups>

const privateFolder = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return mkdtemp(join(folder, UNFINISHED))
}

/** What a server that was killed has left. A download may still run in a younger folder. */
const removeUnfinished = async (folder: string): Promise<void> => {
  const names = await readdir(folder).catch(() => [])
  for (const path of names.filter((name) => name.startsWith(UNFINISHED)).map((name) => join(folder, name))) {
    const made = await stat(path).catch(() => undefined)
    if (made && made.mtimeMs < Date.now() - DAY_MS) await rm(path, { recursive: true, force: true })
  }
}

const removeOld = async (remote: Remote): Promise<void> => {
  for (const old of outdated(await remote.list())) await remote.remove(old)
}

/** The backup of every night, in the data folder of the instance whose worker takes the job. */
export const makeBackups = ({ db, dataDir, remote, now, log }: Parts) => ({
  async make(): Promise<void> {
    const folder = join(dataDir, 'backups')
    await removeUnfinished(folder)
    const unfinished = await privateFolder(folder)
    const name = nameOf(now())
    try {
      await writeBackupFile(join(folder, name), { db, dataDir, folder: unfinished })
    } catch (error) {
      // A new Piazza, to which nobody belongs yet.
      if (error instanceof EmptyDatabase) return
      throw error
    } finally {
      await rm(unfinished, { recursive: true, force: true })
    }
    for (const old of outdated(await readdir(folder))) await rm(join(folder, old))
    // Stored elsewhere first: a backup that did not get there is not told to be one.
    await remote?.put(join(folder, name), name)
    await noteBackup(db, now())
    log.info({ file: name, bytes: (await stat(join(folder, name))).size }, 'backup made')
    // Expected with a key that may only write, which protects the copies if this machine is compromised.
    if (remote) await removeOld(remote).catch((error) => log.warn({ err: error }, 'old backups stay in the store'))
  },
})

type DownloadParts = { db: Database; dataDir: string; members: MembersService; audit: Audit }

/**
 * A backup that an admin downloads, encrypted. It does not count as the one of the night: whether it has arrived is not known
 * here.
 */
export const makeBackupDownload = ({ db, dataDir, members, audit }: DownloadParts) => {
  async function* content(passphrase: string): AsyncGenerator<Buffer> {
    const folder = await privateFolder(join(dataDir, 'backups'))
    try {
      yield* encrypt(streamBackup({ db, dataDir, folder }), passphrase)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  return async (viewer: Member, { passphrase, password }: BackupRequest): Promise<AsyncIterable<Buffer>> => {
    await members.sessions.checkPasswordUnheld(viewer, password)
    await audit.record({ actor: viewer.id, action: 'backup.download', subject: 'backup' })
    return content(passphrase)
  }
}
