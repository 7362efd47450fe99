import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const folderOf = (dataDir: string) => join(dataDir, 'secrets')

// A secret that cannot be read must not be replaced by a new one.
const emptyIfMissing = (error: NodeJS.ErrnoException): string => {
  if (error.code === 'ENOENT') return ''
  throw error
}

/** Reads a secret from the data folder; undefined if it has not been generated. */
export const loadSecret = async (dataDir: string, name: string): Promise<string | undefined> =>
  (await readFile(join(folderOf(dataDir), name), 'utf8').catch(emptyIfMissing)) || undefined

/** Stores a secret in the data folder; mode 0600. */
export const storeSecret = async (dataDir: string, name: string, secret: string): Promise<void> => {
  const file = join(folderOf(dataDir), name)
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  // Written to a temporary file and renamed: a crash leaves no partial secret.
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, secret, { mode: 0o600, flush: true })
  await rename(temporary, file)
}

/** Generates a secret into the data folder. */
export const createSecret = async (dataDir: string, name: string): Promise<string> => {
  const fresh = randomBytes(32).toString('base64url')
  await storeSecret(dataDir, name, fresh)
  return fresh
}

export const loadOrCreateSecret = async (dataDir: string, name: string): Promise<string> =>
  (await loadSecret(dataDir, name)) ?? createSecret(dataDir, name)
