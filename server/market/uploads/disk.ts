import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { Storage } from '#server/market/uploads/storage.ts'

// With a full or unwritable folder the response is 503, so that clients retry.
const UNAVAILABLE_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENOENT', 'EACCES'])

export const asUnavailable = (error: NodeJS.ErrnoException): Error =>
  UNAVAILABLE_CODES.has(error.code ?? '')
    ? Object.assign(new AppError('unavailable', MESSAGES.picturesUnavailable), { cause: error })
    : error

/** Pictures in a folder of this machine, served by this server. */
export const diskStorage = async (folder: string): Promise<Storage> => {
  await mkdir(folder, { recursive: true })
  return {
    async put(name, bytes) {
      // Written to a temporary file and renamed, so that an incomplete picture is never served.
      const temporary = join(folder, `.${name}.part`)
      try {
        await writeFile(temporary, bytes, { mode: 0o644, flush: true })
        await rename(temporary, join(folder, name))
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined)
        throw asUnavailable(error as NodeJS.ErrnoException)
      }
    },
    get: (name) => readFile(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
    urlOf: (name) => `/uploads/${name}`,
  }
}
