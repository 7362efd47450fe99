import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EmptyDatabase, writeBackupFile } from '#server/association/backups/archive.ts'
import { noteBackup } from '#server/association/backups/record.ts'
import type { Remote } from '#server/association/backups/remote.ts'
import { nameOf, outdated } from '#server/association/backups/retention.ts'
import type { Database } from '#server/platform/db/pool.ts'

const UNFINISHED = '.unfinished-'

type Parts = {
  db: Database
  dataDir: string
  /** Undefined if no encrypted copies are stored elsewhere. */
  remote: Remote | undefined
  now: () => Date
}

export type Backups = ReturnType<typeof makeBackups>

/** The backup of every night, in the data folder of the instance whose worker takes the job. */
export const makeBackups = ({ db, dataDir, remote, now }: Parts) => ({
  async make(): Promise<void> {
    const folder = join(dataDir, 'backups')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder))
      if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true })
    const name = nameOf(now())
    const unfinished = await mkdtemp(join(folder, UNFINISHED))
    try {
      await writeBackupFile(join(folder, name), { db, dataDir, folder: unfinished })
    } catch (error) {
      // A new Piazza, to which nobody belongs yet.
      if (error instanceof EmptyDatabase) return
      throw error
    } finally {
      await rm(unfinished, { recursive: true, force: true })
    }
    // Stored elsewhere first: a backup that did not get there is not told to be one.
    await remote?.put(join(folder, name), name)
    await noteBackup(db, now())
    for (const old of outdated(await readdir(folder))) {
      await remote?.remove(old)
      await rm(join(folder, old))
    }
  },
})
