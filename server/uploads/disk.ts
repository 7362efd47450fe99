import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, MESSAGES } from '#domain/errors.ts'
import type { Storage } from '#server/uploads/storage.ts'

// A folder that is full, or cannot be written, is a store that is away: whoever sends a picture may try again.
const AWAY_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENOENT', 'EACCES'])

const asAway = (error: NodeJS.ErrnoException): Error =>
  AWAY_CODES.has(error.code ?? '')
    ? Object.assign(new AppError('away', MESSAGES.picturesAway), { cause: error })
    : error

/** Pictures in a folder of this machine, served by this server. */
export const diskStorage = async (folder: string): Promise<Storage> => {
  await mkdir(folder, { recursive: true })
  return {
    async put(name, bytes) {
      // Written beside and renamed, so that nobody is ever served half a picture.
      const beside = join(folder, `.${name}.part`)
      try {
        await writeFile(beside, bytes, { mode: 0o644, flush: true })
        await rename(beside, join(folder, name))
      } catch (error) {
        await rm(beside, { force: true }).catch(() => undefined)
        throw asAway(error as NodeJS.ErrnoException)
      }
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    urlOf: (name) => `/uploads/${name}`,
  }
}
