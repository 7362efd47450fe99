import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The workers share a folder with the fingerprints of the parts of pages that were already checked.
const FOLDER = 'PIAZZA_E2E_CHECKED'

/** Creates the folder for the run; returns a function that removes it. */
export const createCheckedFolder = async (): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-checked-'))
  process.env[FOLDER] = folder
  return () => rm(folder, { recursive: true, force: true })
}

const pathFor = (part: string): string =>
  join(process.env[FOLDER] ?? '', createHash('sha256').update(part).digest('hex'))

export const isChecked = (part: string): boolean => existsSync(pathFor(part))
export const markChecked = (part: string): Promise<void> => writeFile(pathFor(part), '')
