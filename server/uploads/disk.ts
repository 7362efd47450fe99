import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** Where pictures are kept: a name never comes from a visitor, and what is stored never changes. */
export type Storage = {
  put(name: string, bytes: Buffer): Promise<void>
  urlOf(name: string): string
}

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
    urlOf: (name) => `/uploads/${name}`,
  }
}
