import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads a secret from the data folder, generating it on the first call; mode 0600. */
export const loadOrCreateSecret = async (dataDir: string, name: string): Promise<string> => {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known) return known
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Written to a temporary file and renamed: a crash leaves no partial secret.
  const fresh = randomBytes(32).toString('base64url')
  const temporary = `${file}.${process.pid}`
  await writeFile(temporary, fresh, { mode: 0o600, flush: true })
  await rename(temporary, file)
  return fresh
}
