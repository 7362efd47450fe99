import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { makeCluster, startPostgres15 } from '#test/postgres-15-server.ts'
import { prepareTemplate } from '#test/template.ts'

/** Debian's PostgreSQL 15 in a temporary folder, deleted after the run. */
export default async function setup(project: TestProject) {
  const root = await mkdtemp(join(tmpdir(), 'piazza-pg15-'))
  await makeCluster(root)
  const server = await startPostgres15(root)
  await prepareTemplate(server.address)
  project.provide('databaseAddress', server.address)
  project.provide('sharedFolder', root)
  return async () => {
    await server.end('SIGINT')
    await rm(root, { recursive: true, force: true })
  }
}
