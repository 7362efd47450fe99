import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { connect } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { makeCluster, makeReplica, startPostgres15 } from '#test/postgres-15-server.ts'

const aFolder = async () => {
  const root = await mkdtemp(join(tmpdir(), 'piazza-replicated-'))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 5 }))
  return root
}

const aServer = async (root: string, settings: string[] = []) => {
  let server = await startPostgres15(root, settings)
  let isRunning = true
  const kill = async () => {
    if (isRunning) await server.end('SIGKILL')
    isRunning = false
  }
  onTestFinished(kill)
  const db = connect(server.address, { connections: 4 })
  onTestFinished(() => db.close())
  return {
    db,
    url: `postgres://piazza@${encodeURIComponent(root)}:5432/postgres`,
    kill,
    signal: (signal: NodeJS.Signals) => server.signal(signal),
    async again() {
      server = await startPostgres15(root, settings)
      isRunning = true
    },
  }
}

/** An empty PostgreSQL 15 with streaming replicas, each with its own settings; stopped when the test ends. */
export const aReplicatedDatabase = async (replicas: string[][] = [[]]) => {
  const root = await aFolder()
  await makeCluster(root)
  const primary = await aServer(root)
  const started = []
  for (const settings of replicas) {
    const folder = await aFolder()
    await makeReplica(folder, root)
    const { db, ...replica } = await aServer(folder, settings)
    started.push({
      ...replica,
      pause: () => db.execute(sql`select pg_wal_replay_pause()`),
      async hasReadSince(moment: Date): Promise<boolean> {
        const rows = await db.query(sql`
          select from pg_stat_activity
          where query like '%from listing%' and pid <> pg_backend_pid() and query_start > ${moment}`)
        return rows.length > 0
      },
      resume: () => db.execute(sql`select pg_wal_replay_resume()`),
    })
  }
  return { primary, replicas: started }
}
