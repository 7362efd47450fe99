import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { decryptFile, encrypt, isEncrypted } from '#server/association/backups/encryption.ts'
import { lastBackup } from '#server/association/backups/record.ts'
import { remoteBackups } from '#server/association/backups/remote.ts'
import { outdated } from '#server/association/backups/retention.ts'
import { makeBackups } from '#server/association/backups/service.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { aDatabase } from '#test/database.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { jobsDone } from '#test/jobs-done.ts'
import { whileHeld } from '#test/lock-waits.ts'
import { anS3Store } from '#test/s3-store.ts'

const PASSPHRASE = 'una frase lunga e segreta'
const SITE = 'https://piazza.esempio.test'
const OPTIONS = { passphrase: PASSPHRASE, site: SITE }
const log = { info: () => undefined, warn: () => undefined }

const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('a year of nights leaves the last seven days and the beginnings of the last four weeks', () => {
  let kept: string[] = []
  for (let night = Date.UTC(2026, 0, 1); night <= Date.UTC(2026, 11, 31); night += 24 * 60 * 60 * 1000) {
    kept.push(`piazza-${new Date(night).toISOString().slice(0, 10)}.tar.gz`)
    const old = outdated([...kept, 'another-file.txt'])
    kept = kept.filter((name) => !old.includes(name))
  }
  // Thursday 31 December; the weeks began on 7, 14, 21 and 28 December.
  const days = ['07', '14', '21', '25', '26', '27', '28', '29', '30', '31']
  expect(kept).toEqual(days.map((day) => `piazza-2026-12-${day}.tar.gz`))
})

test('the backup of the night is in the data folder and, encrypted, in the store; it is noted as made', {
  tags: 'slow',
}, async () => {
  const { db, aMember } = await anOwnPiazza()
  await aMember()
  const [dataDir, other] = [await aFolder(), await aFolder()]
  const killed = join(dataDir, 'backups', '.unfinished-killed')
  await mkdir(killed, { recursive: true })
  await utimes(killed, 0, 0)
  await mkdir(join(dataDir, 'backups', '.unfinished-running'))
  await writeFile(join(dataDir, 'backups', 'piazza-2026-01-01.tar.gz'), 'old')
  const store = await anS3Store()
  const remote = remoteBackups(store, OPTIONS)
  await remote.put(join(dataDir, 'backups', 'piazza-2026-01-01.tar.gz'), 'piazza-2026-01-01.tar.gz')
  const logged: [string, number][] = []
  for (let day = 1; day <= 9; day++)
    await makeBackups({
      db,
      dataDir,
      remote,
      log: { ...log, info: ({ file, bytes }) => logged.push([file, bytes]) },
      now: () => new Date(Date.UTC(2026, 5, day, 3)),
    }).make()
  const names = await readdir(join(dataDir, 'backups'))
  expect(names).toContain('.unfinished-running')
  expect(names.filter((name) => name !== '.unfinished-running').toSorted()).toEqual(
    ['piazza-2026-01-01', ...[1, 3, 4, 5, 6, 7, 8, 9].map((day) => `piazza-2026-06-0${day}`)].map(
      (name) => `${name}.tar.gz`,
    ),
  )
  const file = join(dataDir, 'backups', 'piazza-2026-06-09.tar.gz')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(logged).toHaveLength(9)
  expect(logged.at(-1)).toEqual(['piazza-2026-06-09.tar.gz', (await stat(file)).size])
  expect(await lastBackup(db)).toEqual(new Date('2026-06-09T03:00:00Z'))

  const url = (name: string) => `${store.publicUrl}/backups/piazza.esempio.test/${name}.tar.gz.enc`
  expect((await fetch(url('piazza-2026-06-02'))).status).toBe(404)
  const stored = await fetch(url('piazza-2026-06-09'))
  const [encrypted, plain] = [join(other, 'encrypted'), join(other, 'plain')]
  await writeFile(encrypted, Buffer.from(await stored.arrayBuffer()))
  expect(await isEncrypted(encrypted)).toBe(true)
  await decryptFile(encrypted, plain, PASSPHRASE)
  expect(await readFile(plain)).toEqual(await readFile(file))
  expect(execFileSync('tar', ['-tzf', plain], { encoding: 'utf8' })).toContain('database.jsonl')
})

test('backups that wait for the database hold no slot that the jobs of VAL need', { tags: 'slow' }, async () => {
  const { db, aMember } = await anOwnPiazza({ env: { DATA_DIR: await aFolder() } })
  await aMember()
  const addBackups = async () => {
    for (let count = 0; count < 4; count++) await jobs.add(db, 'make-backup', {})
  }
  const lockTable = (client: Client) => client.query('lock table synonym_group')
  await whileHeld(db, lockTable, addBackups, async () => {
    await jobs.add(db, 'give-gifts', {})
    await jobsDone(db, 'give-gifts')
  })
  await jobsDone(db, 'make-backup')
})

test('a Piazza without members makes no backup, and none is noted', async () => {
  const [db, dataDir] = [await aDatabase(), await aFolder()]
  await makeBackups({ db, dataDir, remote: undefined, log, now: () => new Date() }).make()
  expect(await readdir(join(dataDir, 'backups'))).toEqual([])
  expect(await lastBackup(db)).toBeNull()
})

test('old copies in the store go by what is there, and those of another Piazza stay', { tags: 'slow' }, async () => {
  const { db, aMember } = await anOwnPiazza()
  await aMember()
  const [dataDir, store] = [await aFolder(), await anS3Store()]
  const [own, other] = [remoteBackups(store, OPTIONS), remoteBackups(store, { ...OPTIONS, site: 'https://altra.test' })]
  const old = join(dataDir, 'old')
  await writeFile(old, 'old')
  // More than are kept, of which the folder of this machine, a new one, knows nothing.
  const days = Array.from({ length: 20 }, (_, index) => `piazza-2026-04-${String(index + 1).padStart(2, '0')}.tar.gz`)
  for (const name of days) await Promise.all([own.put(old, name), other.put(old, name)])
  await makeBackups({ db, dataDir, remote: own, log, now: () => new Date('2026-04-21T03:00:00Z') }).make()
  const kept = ['01', '06', '13', '15', '16', '17', '18', '19', '20', '21'].map((day) => `piazza-2026-04-${day}.tar.gz`)
  expect((await own.list()).toSorted()).toEqual(kept)
  expect((await other.list()).toSorted()).toEqual(days)
})

test('with a store that is away, old backups still leave the folder; one that forbids removing is only told', {
  tags: 'slow',
}, async () => {
  const { db, aMember } = await anOwnPiazza()
  await aMember()
  const dataDir = await aFolder()
  await mkdir(join(dataDir, 'backups'))
  for (let day = 10; day <= 29; day++) await writeFile(join(dataDir, 'backups', `piazza-2026-04-${day}.tar.gz`), 'old')
  const now = () => new Date('2026-04-30T03:00:00Z')
  const away = remoteBackups({ ...(await anS3Store()), endpoint: 'http://127.0.0.1:1' }, OPTIONS)
  await expect(makeBackups({ db, dataDir, remote: away, log, now }).make()).rejects.toThrow('ECONNREFUSED')
  expect(await readdir(join(dataDir, 'backups'))).toHaveLength(10)
  expect(await lastBackup(db)).toBeNull()
  const told: string[] = []
  const writeOnly = remoteBackups(await anS3Store({ methods: ['PUT'] }), OPTIONS)
  await makeBackups({
    db,
    dataDir,
    remote: writeOnly,
    now,
    log: { ...log, warn: ({ err }) => told.push(String(err)) },
  }).make()
  expect(told).toEqual(['Error: the storage answered 403 to a backup'])
  expect(await lastBackup(db)).toEqual(now())
})

test('a backup that does not reach the store is not noted as made', async () => {
  const { db, aMember } = await anOwnPiazza()
  await aMember()
  const store = {
    endpoint: 'http://127.0.0.1:1',
    region: 'x',
    bucket: 'b',
    accessKeyId: 'a',
    secretAccessKey: 's',
    publicUrl: '',
  }
  const backups = makeBackups({
    db,
    dataDir: await aFolder(),
    remote: remoteBackups(store, OPTIONS),
    log,
    now: () => new Date(),
  })
  await expect(backups.make()).rejects.toThrow('ECONNREFUSED')
  expect(await lastBackup(db)).toBeNull()
})

test.each([
  ['another passphrase', (bytes: Buffer) => bytes, 'another passphrase'],
  ['a changed byte', (bytes: Buffer) => bytes.fill(1, 60, 61), PASSPHRASE],
  ['a lost end', (bytes: Buffer) => bytes.subarray(0, -1), PASSPHRASE],
  ['only a beginning', (bytes: Buffer) => bytes.subarray(0, 20), PASSPHRASE],
])('a copy with %s is not opened', async (_what, change, passphrase) => {
  const folder = await aFolder()
  const chunks: Buffer[] = []
  const content = (async function* () {
    yield Buffer.from('what members wrote, long enough to be changed in the middle')
  })()
  for await (const chunk of encrypt(content, PASSPHRASE)) chunks.push(chunk)
  await writeFile(join(folder, 'copy'), change(Buffer.concat(chunks)))
  await expect(decryptFile(join(folder, 'copy'), join(folder, 'plain'), passphrase)).rejects.toThrow('La frase segreta')
})

test('an admin downloads a backup that only the passphrase opens; it is audited, and leaves no file behind', async () => {
  const dataDir = await aFolder()
  const piazza = await anOwnPiazza({ env: { DATA_DIR: dataDir } })
  const password = 'la password di chi amministra'
  const admin = await piazza.aMember({ isAdmin: true, password })
  const ask = (body: object) =>
    fetch(`${piazza.origin}/api/backups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  expect((await ask({ passphrase: PASSPHRASE, password: 'sbagliata' })).status).toBe(403)
  expect((await ask({ passphrase: 'corta', password })).status).toBe(422)
  expect(await readdir(dataDir)).toEqual([])

  const answer = await ask({ passphrase: PASSPHRASE, password })
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="piazza-[\d-]+\.tar\.gz\.enc"$/)
  const folder = await aFolder()
  const [encrypted, plain] = [join(folder, 'encrypted'), join(folder, 'plain')]
  await writeFile(encrypted, Buffer.from(await answer.arrayBuffer()))
  await decryptFile(encrypted, plain, PASSPHRASE)
  expect(execFileSync('tar', ['-xzOf', plain, 'database.jsonl'], { encoding: 'utf8', maxBuffer: 2 ** 28 })).toContain(
    admin.id,
  )
  await expect.poll(() => readdir(join(dataDir, 'backups'))).toEqual([])
  const { body } = await piazza.call('GET', '/api/audit', { token: admin.token })
  expect(body).toMatchObject({ entries: [{ action: 'backup.download', actor: { _id: admin.id } }] })
  expect(await lastBackup(piazza.db)).toBe(null)
})
