import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { slowChainIfWanted } from '#test/slow-chain.ts'
import { prepareTemplate } from '#test/template.ts'

/** One embedded database server for the whole run. */
export default async function setup(project: TestProject) {
  slowChainIfWanted()
  const root = await mkdtemp(join(tmpdir(), 'piazza-test-'))
  // Servers under test drop root privileges and must still reach the socket.
  await chmod(root, 0o755)
  const server = await startEmbeddedDatabase(join(root, 'database'), { durable: false })
  await prepareTemplate(server.address)
  project.provide('databaseAddress', server.address)
  project.provide('sharedFolder', root)
  return async () => {
    await server.stop()
    await rm(root, { recursive: true, force: true })
  }
}
