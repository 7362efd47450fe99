import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { connect } from '#server/db/connect.ts'
import { POSTGRES_15 } from '#test/postgres-15.ts'
import { prepareTemplate } from '#test/template.ts'

// PostgreSQL refuses to run as root: there it runs as nobody.
const NOBODY = 65_534
const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
const PATIENCE_MS = 15_000

/** Debian's PostgreSQL, as an association's own server would be: started in a temporary folder, gone afterwards. */
export default async function setup(project: TestProject) {
  const root = await mkdtemp(join(tmpdir(), 'piazza-pg15-'))
  if (identity.uid) await chown(root, NOBODY, NOBODY)
  const data = join(root, 'data')
  execFileSync(join(POSTGRES_15, 'initdb'), ['-D', data, '-U', 'piazza', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...identity,
    cwd: root,
    stdio: 'pipe',
  })
  const options = ['-D', data, '-k', root, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'autovacuum=off']
  const server = spawn(join(POSTGRES_15, 'postgres'), options, { ...identity, cwd: root, stdio: 'ignore' })
  const address = { host: root, port: 5432, user: 'piazza', database: 'postgres' }
  await untilItAnswers(address)
  await prepareTemplate(address)
  project.provide('databaseAddress', address)
  return async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
    await rm(root, { recursive: true, force: true })
  }
}

const untilItAnswers = async (address: { host: string; port: number; user: string; database: string }) => {
  const db = connect(address, { connections: 1 })
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    try {
      await db`select 1`
      return await db.end()
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}
