import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '#server/uploads/storage.ts'

/** Pictures in a folder of this machine, served by this server. */
export const diskStorage = async (folder: string): Promise<Storage> => {
  await mkdir(folder, { recursive: true })
  return {
    async put(name, bytes) {
      // Written beside and renamed, so that nobody is ever served half a picture.
      const beside = join(folder, `.${name}.part`)
      const file = await open(beside, 'w', 0o644)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside, join(folder, name))
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    urlOf: (name) => `/uploads/${name}`,
  }
}
