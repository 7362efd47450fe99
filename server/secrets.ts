import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secret of that name in the data folder, made at the first start; readable by the owner alone. */
export const keepSecret = async (dataDir: string, name: string): Promise<string> => {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known) return known
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Written beside and renamed: a crash leaves either no secret or a whole one.
  const fresh = randomBytes(32).toString('base64url')
  const beside = `${file}.${process.pid}`
  await writeFile(beside, fresh, { mode: 0o600, flush: true })
  await rename(beside, file)
  return fresh
}
