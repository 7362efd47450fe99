import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { SettingError } from '#server/settings.ts'

/** What the data folder holds; each is created by the part that uses it. */
export const DATA_FOLDERS = ['database', 'uploads', 'chain', 'secrets', 'backups']

const nameOfUser = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** Creates the data folder; throws a line that names what this user cannot write. */
export const prepareDataFolder = async (dataDir: string): Promise<void> => {
  const refuse = (path: string, { code }: NodeJS.ErrnoException): never => {
    throw new SettingError(
      `Impostazione DATA_DIR sbagliata: l’utente ${nameOfUser()} non può scrivere in ${path} (${code}).`,
    )
  }
  await mkdir(dataDir, { recursive: true }).catch((error) => refuse(dataDir, error))
  for (const path of [dataDir, ...DATA_FOLDERS.map((name) => join(dataDir, name))])
    await access(path, constants.W_OK | constants.X_OK).catch((error) => {
      if (error.code !== 'ENOENT') refuse(path, error)
    })
}
