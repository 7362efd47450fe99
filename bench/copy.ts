import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Works on a copy of a data folder, which is removed afterwards. */
export const withCopy = async <T>(folder: string, work: (copy: string) => Promise<T>): Promise<T> => {
  const scratch = await mkdtemp(join(tmpdir(), 'piazza-bench-'))
  const copy = join(scratch, 'data')
  try {
    // cp -a keeps the owner: started by root, the database runs as another user.
    await promisify(execFile)('cp', ['-a', folder, copy])
    return await work(copy)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
