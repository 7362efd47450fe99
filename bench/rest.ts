import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cpuMsOfChildren, cpuMsOfProcess } from '#bench/process.ts'
import { start } from '#bench/server.ts'
import { logStatements } from '#bench/statement-log.ts'
import { attachToEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { SCHEDULE } from '#server/tasks.ts'

type Row = {
  seconds: number
  'statements/s': number
  connections: number
  'node %': number
  'postgres %': number
  'anvil %': number
}

// Until the connections that the start and the first jobs have opened are closed.
const SETTLE_MS = 75_000
// As `npm start` without any setting, except that it needs no build of its own.
const NEWCOMER = { NODE_ENV: 'development', DEMO: '1' }
const SAMPLE_SECONDS = 5
const SHOWN_STATEMENTS = 60
const SHOWN_CHARACTERS = 90

const round = (value: number): number => Math.round(value * 100) / 100

/**
 * What a Piazza with demo data costs while nobody visits it. Statements are those that PostgreSQL logs (log_statement = all) for
 * the application's role: what clients send, not what functions and triggers run. Of the connections, the most that were open at
 * once. Percentages are of one core.
 */
export const benchRest = async (seconds: number): Promise<Row[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-bench-'))
  const piazza = await start(folder, NEWCOMER)
  try {
    return [await measure(folder, piazza.pid, seconds)]
  } finally {
    await piazza.end()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Runs each scheduled job once: the demo data gives some of them work that comes once. */
const finishFirstJobs = async (address: pg.ClientConfig): Promise<void> => {
  const client = new pg.Client(address)
  await client.connect()
  const names = SCHEDULE.scheduled.map(({ name }) => name)
  const isLeft = async () =>
    (await client.query(`select from graphile_worker.jobs where task_identifier <> 'send-mail' and run_at <= now()`))
      .rowCount !== 0
  for (const _ of ['jobs', 'what followed from them']) {
    await client.query('select graphile_worker.add_job(name) from unnest($1::text[]) as name', [names])
    while (await isLeft()) await sleep(500)
  }
  await client.end()
}

const countConnections = async (client: pg.Client): Promise<number> =>
  (await client.query(`select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`))
    .rowCount ?? 0

const measure = async (folder: string, pid: number, seconds: number): Promise<Row> => {
  const database = join(folder, 'database')
  const attached = await attachToEmbeddedDatabase(database)
  if (!attached) throw new Error('the embedded database is not running')
  await finishFirstJobs(attached.address)
  await sleep(SETTLE_MS)
  const { client, readStatements, end } = await logStatements(database, attached.address.host)
  const cpuMs = () => [cpuMsOfProcess(pid), cpuMsOfChildren(pid, 'postgres'), cpuMsOfChildren(pid, 'anvil')]
  try {
    const [logged, before] = [await readStatements(), cpuMs()]
    let connections = 0
    for (let second = 0; second < seconds; second += SAMPLE_SECONDS) {
      await sleep(SAMPLE_SECONDS * 1_000)
      connections = Math.max(connections, await countConnections(client))
    }
    const [after, statements] = [cpuMs(), (await readStatements()).slice(logged.length)]
    const [node = 0, postgres = 0, anvil = 0] = after.map((ms, index) =>
      round((ms - (before[index] ?? 0)) / (10 * seconds)),
    )
    show(statements)
    return {
      seconds,
      'statements/s': round(statements.length / seconds),
      connections,
      'node %': node,
      'postgres %': postgres,
      'anvil %': anvil,
    }
  } finally {
    await end()
    await attached.stop()
  }
}

/** The most frequent statements, to see where they come from. */
const show = (statements: string[]): void => {
  const groups = Object.entries(
    Object.groupBy(statements, (text) => text.trim().replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS)),
  )
  const counts = groups.map(([statement, same = []]) => ({ count: same.length, statement }))
  console.table(counts.sort((one, other) => other.count - one.count).slice(0, SHOWN_STATEMENTS))
}
