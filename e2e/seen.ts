import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Workers share a folder with the fingerprints of pages that were already checked.
const FOLDER = 'PIAZZA_E2E_SEEN'

/** Creates the folder for the run; returns a function that removes it. */
export const takeNote = async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-seen-'))
  process.env[FOLDER] = folder
  return () => rm(folder, { recursive: true, force: true })
}

const noteOf = (part: string): string =>
  join(process.env[FOLDER] ?? '', createHash('sha256').update(part).digest('hex'))

export const isSeen = (part: string): boolean => existsSync(noteOf(part))
export const note = (part: string): Promise<void> => writeFile(noteOf(part), '')
