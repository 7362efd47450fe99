import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { FullConfig } from '@playwright/test'
import { createCheckedFolder } from './checked-pages.ts'
import { aFolder, openPiazza } from './piazza.ts'

export type Piazza = { origin: string; folder: string }

const TEMPLATE = 'PIAZZA_E2E_TEMPLATE'
const SERVERS = 'PIAZZA_E2E_SERVERS'

/** Starts a server with the demo data of the template. */
const openCopy = async (): Promise<Piazza & { close(): Promise<void> }> => {
  const folder = await aFolder()
  // `/.` copies the content of the folder; `join` would remove it.
  await promisify(execFile)('cp', ['-a', `${process.env[TEMPLATE]}/.`, folder])
  const { origin, close } = await openPiazza(folder)
  const closeAndRemove = async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  }
  return { origin, folder, close: closeAndRemove }
}

/**
 * Creates the demo data and starts a server for each worker once per run. Playwright starts new workers for each project
 * and after each failed test; they use the server of their index.
 */
export default async function setup({ workers }: FullConfig) {
  const template = await aFolder()
  const { close } = await openPiazza(template)
  await close()
  process.env[TEMPLATE] = template
  const servers = await Promise.all(Array.from({ length: workers }, openCopy))
  process.env[SERVERS] = JSON.stringify(servers.map(({ origin, folder }): Piazza => ({ origin, folder })))
  const removeCheckedFolder = await createCheckedFolder()
  return async () => {
    await Promise.all(servers.map((server) => server.close()))
    await removeCheckedFolder()
    await rm(template, { recursive: true, force: true })
  }
}

export const piazzaOfWorker = (parallelIndex: number): Piazza => {
  const servers: Piazza[] = JSON.parse(process.env[SERVERS] ?? '[]')
  const server = servers[parallelIndex]
  if (!server) throw new Error(`no server for worker ${parallelIndex}`)
  return server
}

/** For a test that changes the whole site or stops a part of it: a server with the demo data of its own. */
export const withOwnPiazza = async (use: (origin: string, folder: string) => Promise<void>): Promise<void> => {
  const { origin, folder, close } = await openCopy()
  try {
    await use(origin, folder)
  } finally {
    await close()
  }
}
