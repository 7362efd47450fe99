import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { aFolder, openPiazza } from './piazza.ts'
import { takeNote } from './seen.ts'

const TEMPLATE = 'PIAZZA_E2E_TEMPLATE'

/** Makes the demo data once for the whole run; each worker then opens a copy of its own. */
export default async function setup() {
  const folder = await aFolder()
  const { close } = await openPiazza(folder)
  await close()
  process.env[TEMPLATE] = folder
  const forget = await takeNote()
  return async () => {
    await forget()
    await rm(folder, { recursive: true, force: true })
  }
}

export const copyTemplate = async (folder: string): Promise<void> => {
  // The dot says what is in the folder and not the folder itself; `join` would take it away.
  await promisify(execFile)('cp', ['-a', `${process.env[TEMPLATE]}/.`, folder])
}
