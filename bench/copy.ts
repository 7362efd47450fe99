import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Copies what is in a folder. With `cp -a`, which keeps the owner: started by root, the database runs as another user. */
export const copyContent = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/** Works on a copy of a data folder, which is removed afterwards. */
export const withCopy = async <T>(folder: string, work: (copy: string) => Promise<T>): Promise<T> => {
  const copy = await mkdtemp(join(tmpdir(), 'piazza-bench-'))
  try {
    await copyContent(folder, copy)
    return await work(copy)
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
