import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { createCheckedFolder } from './checked-pages.ts'
import { aFolder, openPiazza } from './piazza.ts'

const TEMPLATE = 'PIAZZA_E2E_TEMPLATE'

/** Creates the demo data once per run; each worker starts from a copy. */
export default async function setup() {
  const folder = await aFolder()
  const { close } = await openPiazza(folder)
  await close()
  process.env[TEMPLATE] = folder
  const removeCheckedFolder = await createCheckedFolder()
  return async () => {
    await removeCheckedFolder()
    await rm(folder, { recursive: true, force: true })
  }
}

export const copyTemplate = async (folder: string): Promise<void> => {
  // `/.` copies the content of the folder; `join` would remove it.
  await promisify(execFile)('cp', ['-a', `${process.env[TEMPLATE]}/.`, folder])
}

/** For a test that changes the whole site or stops a part of it: a server with the demo data of its own. */
export const withOwnPiazza = async (use: (origin: string, folder: string) => Promise<void>): Promise<void> => {
  const folder = await aFolder()
  await copyTemplate(folder)
  const { origin, close } = await openPiazza(folder)
  try {
    await use(origin, folder)
  } finally {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}
