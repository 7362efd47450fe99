import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { beginSnapshot, digestTables } from '#server/platform/db/copy.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { isServerRunning } from '#server/platform/jobs/locks.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { untilWaiting } from '#test/lock-waits.ts'
import { runProgram } from '#test/program.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')
const MAIN = join(import.meta.dirname, '..', 'main.ts')

// Every command is a process of its own, and as root two.
vi.setConfig({ testTimeout: 180_000 })

// The id of an unprivileged user other than nobody.
const OWNER = 4242

const userIdOf = (name: string) => Number(spawnSync('id', ['-u', name], { encoding: 'utf8' }).stdout)

const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-backup-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const admin = (db: Database, dataDir: string, ...args: string[]) => {
  const runAs = process.getuid?.() === 0 ? { RUN_AS: 'root' } : {}
  const env = { NODE_ENV: 'test', DATA_DIR: dataDir, ...runAs, ...databaseEnvironment(addressOf(db).database) }
  return runProgram([ADMIN, ...args], env)
}

const digestOf = async (db: Database) => {
  const client = await db.openClient()
  await beginSnapshot(client)
  const digests = await digestTables(client)
  await client.end()
  return digests
}

/** A database in the time zone of an Italian server; databases of tests are in UTC. */
const inItalianTime = async (db: Database): Promise<Database> => {
  await db.execute(raw(`alter database ${addressOf(db).database} set timezone = 'Europe/Rome'`))
  return db
}

/** A database with members, a listing, an order, mails and jobs, whose server is closed. */
const aFilledDatabase = async () => {
  const piazza = await anOwnPiazza()
  const [seller, buyer] = [await piazza.aMember({ hasAd: true }), await piazza.aMember({ hasAd: true })]
  await piazza.anOrder({ buyer, seller })
  await piazza.call('POST', '/api/users/newsletter', { body: { name: 'Rosa «è»\n', email: 'rosa@esempio.test' } })
  await piazza.app.close()
  return piazza.db
}

test.runIf(process.getuid?.() === 0)(
  'a command started as root continues as the owner of the data; the copy is written where root may write',
  { tags: 'slow' },
  async () => {
    const db = await aFilledDatabase()
    const backups = await aFolder()
    await chmod(backups, 0o700)
    const backup = (dataDir: string, name = 'piazza.tar.gz') => {
      const env = { NODE_ENV: 'test', DATA_DIR: dataDir, ...databaseEnvironment(addressOf(db).database) }
      return runProgram([ADMIN, 'backup', join(backups, name)], env)
    }
    expect(await backup(await aFolder())).toMatchObject({ code: 0, err: '' })
    expect((await stat(join(backups, 'piazza.tar.gz'))).mode & 0o777).toBe(0o600)
    // The data folder keeps its owner, even if that user cannot connect to the database of this test.
    const owned = await aFolder()
    await chown(owned, OWNER, OWNER)
    await backup(owned, 'other.tar.gz')
    expect((await stat(owned)).uid).toBe(OWNER)
    expect(await readdir(backups)).toEqual(['piazza.tar.gz'])
  },
)

test('a backup made while the server runs holds everything; restore fills an empty database and folder', {
  tags: 'slow',
}, async () => {
  const piazza = await anOwnPiazza()
  const member = await piazza.aMember()
  await piazza.aListing({ by: member, name: 'Una bicicletta', description: 'Rossa\u2028e\u2029nera' })
  const [before, after] = [await aFolder(), await aFolder()]
  for (const name of ['secrets', 'uploads']) {
    await mkdir(join(before, name))
    await writeFile(join(before, name, 'file'), `the ${name}`)
  }
  const file = join(await aFolder(), 'piazza.tar.gz')
  const made = await admin(piazza.db, before, 'backup', file)
  expect(made).toMatchObject({ code: 0, err: '', out: expect.stringContaining('permessi 600') })
  expect(made.out).toMatch(/^Copiato da \S+ e \S+: persone iscritte 1, annunci 1, 0,00 VAL\.\n/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await admin(piazza.db, before, 'backup', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('esiste già'),
  })

  const empty = await inItalianTime(await aDatabase())
  expect(await admin(empty, after, 'restore', file)).toMatchObject({ code: 0, err: '' })
  const restored = await aPiazza({ db: empty })
  const list = await restored.call('GET', '/api/products')
  expect(list.body).toMatchObject({ products: [{ name: 'Una bicicletta', description: 'Rossa\u2028e\u2029nera' }] })
  for (const name of ['secrets', 'uploads'])
    expect(await readFile(join(after, name, 'file'), 'utf8')).toBe(`the ${name}`)
  // Sequences continue after the restored rows, and the append-only tables are still protected.
  await restored.aListing({ by: member, name: 'Un’altra' })
  await expect(empty.execute(sql`truncate audit`)).rejects.toThrow()
})

test('restore refuses a used database, a running server, another secret or a broken file, and changes nothing', {
  tags: 'slow',
}, async () => {
  const source = await aFilledDatabase()
  const dataDir = await aFolder()
  const file = join(dataDir, 'piazza.tar.gz')
  await mkdir(join(dataDir, 'secrets'))
  await writeFile(join(dataDir, 'secrets', 'wallet'), 'one')
  expect((await admin(source, dataDir, 'backup', file)).code).toBe(0)
  const digests = await digestOf(source)
  const refused = async (db: Database, folder: string, name: string) => (await admin(db, folder, 'restore', name)).err
  expect(await refused(source, dataDir, file)).toContain('Il database non è vuoto')
  expect(await digestOf(source)).toEqual(digests)
  const other = await aFolder()
  await mkdir(join(other, 'secrets'))
  await writeFile(join(other, 'secrets', 'wallet'), 'two')
  const running = await anOwnPiazza()
  await expect.poll(() => isServerRunning(running.db), { timeout: 20_000 }).toBe(true)
  expect(await refused(running.db, await aFolder(), file)).toContain('Piazza è aperta')
  const empty = await aDatabase()
  expect(await refused(empty, other, file)).toContain('un altro segreto «wallet»')
  await writeFile(join(other, 'text.tar.gz'), 'not a backup')
  expect(await refused(empty, await aFolder(), join(other, 'text.tar.gz'))).toContain('non si può leggere')
  expect(await empty.query(sql`select id from member`)).toEqual([])
})

test('restore can be repeated after it failed to copy the files', { tags: 'slow' }, async () => {
  const [before, after] = [await aFolder(), await aFolder()]
  const file = join(before, 'piazza.tar.gz')
  for (const name of ['secrets', 'uploads']) await mkdir(join(before, name))
  expect((await admin(await aFilledDatabase(), before, 'backup', file)).code).toBe(0)
  const empty = await aDatabase()
  await writeFile(join(after, 'uploads'), 'a file instead of a folder')
  expect(await admin(empty, after, 'restore', file)).toMatchObject({ code: 1, err: expect.stringContaining('uploads') })
  await rm(join(after, 'uploads'))
  expect(await admin(empty, after, 'restore', file)).toMatchObject({ code: 0, err: '' })
})

test.each([
  ['fails', 'exit 2'],
  ['is killed', 'kill -9 $$'],
])('a backup whose tar %s reports the failure and leaves no file', { tags: 'slow' }, async (_how, end) => {
  const [programs, backups] = [await aFolder(), await aFolder()]
  await writeFile(join(programs, 'tar'), `#!/bin/sh\necho half\n${end}\n`, { mode: 0o755 })
  const { db, aMember } = await anOwnPiazza()
  await aMember()
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const made = await admin(db, await aFolder(), 'backup', join(backups, 'piazza.tar.gz'))
  expect(made).toMatchObject({ code: 1, out: '', err: expect.stringContaining('tar: ') })
  expect(await readdir(backups)).toEqual([])
})

test('move-database copies every table to an empty database, verifies it, and refuses one with members', {
  tags: 'slow',
}, async () => {
  const [source, target] = [await aFilledDatabase(), await inItalianTime(await aDatabase())]
  const dataDir = await aFolder()
  const { host, port, user } = addressOf(target)
  const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${addressOf(target).database}`
  const before = await digestOf(source)
  const moved = await admin(source, dataDir, 'move-database', url)
  expect(moved).toMatchObject({ err: '', code: 0, out: expect.stringMatching(/Copiate e verificate \d+ righe/) })
  expect(await digestOf(target)).toEqual(before)
  // The old database would go on beside the new one.
  const place = { DATA_DIR: dataDir, NODE_ENV: 'test', DEMO: '0', RUN_AS: 'root' }
  const moved78 = {
    code: 78,
    err: expect.stringMatching(/^Impostazione DATABASE_URL sbagliata: [^\n]+ spostati in [^\n]+\n$/),
  }
  expect(await runProgram([MAIN], { ...place, ...databaseEnvironment(addressOf(source).database) })).toMatchObject(
    moved78,
  )
  expect(await admin(source, dataDir, 'backup', 'x.tar.gz')).toMatchObject({
    code: 1,
    err: expect.stringContaining('spostati'),
  })
  // As after a kill between the commit and the answer.
  expect(await admin(source, dataDir, 'move-database', url)).toMatchObject({ code: 0, err: '', out: moved.out })
  expect(await admin(source, dataDir, 'move-database', 'back')).toMatchObject({ code: 0, err: '' })
  expect(await admin(source, dataDir, 'move-database', 'back')).toMatchObject({ code: 1 })
  expect(await admin(source, dataDir, 'move-database', url)).toMatchObject({
    code: 1,
    err: expect.stringContaining('non è vuoto'),
  })
  expect(await admin(source, dataDir, 'move-database', 'postgres://127.0.0.1:1/x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('non risponde'),
  })
})

test('a move-database that is killed keeps the old database from starting, and is repeated', {
  tags: 'slow',
}, async () => {
  const [source, target] = [await aFilledDatabase(), await aDatabase()]
  const dataDir = await aFolder()
  const { host, port, user, database } = addressOf(target)
  const url = `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
  const env = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    RUN_AS: 'root',
    ...databaseEnvironment(addressOf(source).database),
  }
  const holder = await target.openClient()
  await holder.query('begin; lock table synonym_group in access share mode')
  const command = spawn(process.execPath, [ADMIN, 'move-database', url], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const gone = once(command, 'exit')
  await untilWaiting(target, '')
  command.kill('SIGKILL')
  await gone
  await holder.end()
  expect(await runProgram([MAIN], { ...env, DEMO: '0' })).toMatchObject({
    code: 78,
    err: expect.stringContaining('spostati in'),
  })
  expect(await admin(source, dataDir, 'move-database', url)).toMatchObject({ code: 0, err: '' })
  // The mark stays with the old one.
  expect(await admin(target, dataDir, 'holders')).toMatchObject({ err: expect.not.stringContaining('spostati') })
})

test.runIf(process.getuid?.() === 0)(
  'a copy that does not fit leaves nothing, says so in one line, and can be made again',
  { tags: 'slow' },
  async ({ skip }) => {
    const small = await aFolder()
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', small]).status !== 0) return skip('needs mount')
    onTestFinished(() => void spawnSync('umount', ['--lazy', small]))
    const { db, aMember } = await anOwnPiazza()
    await aMember()
    const env = { NODE_ENV: 'test', DATA_DIR: await aFolder(), ...databaseEnvironment(addressOf(db).database) }
    for (let times = 0; times < 2; times++)
      expect(await runProgram([ADMIN, 'backup', join(small, 'piazza.tar.gz')], env)).toMatchObject({
        code: 1,
        out: '',
        err: expect.stringMatching(/^La copia non si può scrivere in [^\n]+: il disco è pieno\.\n$/),
      })
    expect(await readdir(small)).toEqual([])
  },
)

test.runIf(process.getuid?.() === 0)(
  'as root a copy is checked as the user to whom the data belong, not as nobody',
  { tags: 'slow' },
  async () => {
    const dataDir = await aFolder()
    const file = join(await aFolder(), 'piazza.tar.gz')
    const db = await aFilledDatabase()
    expect((await admin(db, dataDir, 'backup', file)).code).toBe(0)
    const temporary = await aFolder()
    await chmod(temporary, 0o1777)
    const daemon = userIdOf('daemon')
    await chown(dataDir, daemon, daemon)
    const env = {
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      TMPDIR: temporary,
      ...databaseEnvironment(addressOf(db).database),
    }
    const owners = new Set<number>()
    const checking = runProgram([ADMIN, 'backup', '--verify', file], env)
    const watching = setInterval(() => {
      for (const name of readdirSync(temporary))
        owners.add(statSync(join(temporary, name, 'database'), { throwIfNoEntry: false })?.uid ?? daemon)
    }, 20)
    const checked = await checking
    clearInterval(watching)
    expect(checked).toMatchObject({ code: 0, err: '', out: expect.stringContaining('La copia è buona.') })
    expect([...owners].filter((owner) => owner !== 0)).toEqual([daemon])
    expect(await readdir(temporary)).toEqual([])
  },
)
