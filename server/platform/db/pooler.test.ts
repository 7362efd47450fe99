import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/platform/db/open.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { aPiazza } from '#test/fixtures.ts'
import { freePort } from '#test/program.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const SERVER_CONNECTIONS = 3

/** PgBouncer in front of the test database server. As root it is started as nobody, because it refuses to run as root. */
const aPooler = async (database: string, mode: 'transaction' | 'session', extra = '') => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-pooler-'))
  await chmod(folder, 0o777)
  const port = await freePort()
  const { host, port: databasePort, user } = inject('databaseAddress')
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${database} = host=${host} port=${databasePort} user=${user} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 200
logfile = ${folder}/log
${extra}
`,
  )
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PGBOUNCER, [...asNobody, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
  })
  const url = `postgres://${user}@127.0.0.1:${port}/${database}`
  await expect
    .poll(() => fetch(`http://127.0.0.1:${port}`).catch((error) => error.cause?.code), { timeout: 10_000 })
    .not.toBe('ECONNREFUSED')
  return url
}

const directUrl = (database: string): string => {
  const { host, port, user } = inject('databaseAddress')
  return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
}

test.runIf(existsSync(PGBOUNCER))(
  'behind PgBouncer in transaction mode every statement gets its own answer, and LISTEN uses the direct connection',
  async () => {
    const { database } = addressOf(await aDatabase())
    const pooler = await aPooler(database, 'transaction')
    const { db, close } = await openDatabase({
      databaseUrl: pooler,
      databaseDirectUrl: directUrl(database),
      dataDir: '/nowhere',
    })
    onTestFinished(close)
    const ask = async (number: number) => {
      const inTransaction = await db.transaction(async (tx) => {
        await tx.query(sql`select pg_sleep(0.001)`)
        return tx.query(sql`select ${number}::int as number, ${raw(`'${number % 7}'`)} as other`)
      })
      const [alone] = await db.query(sql`select ${number}::int as number, ${raw(`'${number % 7}'`)} as other`)
      expect([...inTransaction, alone]).toEqual(Array(2).fill({ number, other: String(number % 7) }))
    }
    // Many more statements at a time than connections, but few enough that none times out on a slow machine.
    for (let from = 0; from < 300; from += 100)
      await Promise.all(Array.from({ length: 100 }, (_, number) => ask(from + number)))

    const piazza = await aPiazza({ db, env: { CACHE_MB: '16' } })
    const member = await piazza.aMember()
    await piazza.aListing({ by: member, name: 'Una bicicletta' })
    const names = async () => {
      const { body } = await piazza.call('GET', '/api/products')
      return (body as { products: { name: string }[] }).products.map(({ name }) => name)
    }
    expect(await names()).toEqual(['Una bicicletta'])
    // The response is cached, so the change becomes visible only through LISTEN.
    await db.execute(sql`update listing set name = 'Un triciclo'`)
    await expect.poll(names, { timeout: 10_000 }).toEqual(['Un triciclo'])
  },
)

test.runIf(existsSync(PGBOUNCER)).each([
  ['transaction', ''],
  ['transaction', 'ignore_startup_parameters = options,statement_timeout'],
  ['session', 'ignore_startup_parameters = options,statement_timeout'],
] as const)('without a direct URL, PgBouncer in %s mode is refused (%s)', async (mode, extra) => {
  const { database } = addressOf(await aDatabase())
  const pooler = await aPooler(database, mode, extra)
  await expect(openDatabase({ databaseUrl: pooler, dataDir: '/nowhere' })).rejects.toThrow(
    /^Impostazione DATABASE_URL sbagliata: porta a un pooler/,
  )
})
