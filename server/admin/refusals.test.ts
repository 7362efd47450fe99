// @module-tag slow
import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { UsageError } from '#server/admin/command.ts'
import { COMMANDS } from '#server/admin/commands.ts'
import type { AdminContext } from '#server/admin/context.ts'
import { schemaVersion } from '#server/platform/db/copy.ts'
import { raw, sql } from '#server/platform/db/sql.ts'
import { isServerRunning } from '#server/platform/jobs/locks.ts'
import { readSettings } from '#server/settings.ts'
import { makeKeys } from '#server/val/wallet/keys.ts'
import { databaseEnvironment } from '#test/attacks/server-process.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { anOwnPiazza } from '#test/fixtures.ts'
import { runProgram } from '#test/program.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')
// A folder that cannot be created: a command that opens it before it checks its settings fails with another message.
const NOWHERE = '/dev/null/nowhere'

/** Wrong arguments of every command, and the beginning of the error message. */
const WRONG: Record<string, { answer: string; args: string[][] }> = {
  'make-admin': { answer: 'Scrivi l’indirizzo e-mail di una persona iscritta.', args: [[], ['a@esempio.test', 'b']] },
  'reset-password': {
    answer: 'Scrivi l’indirizzo e-mail di una persona iscritta.',
    args: [[], ['a@esempio.test', 'password']],
  },
  mint: { answer: 'Scrivi ', args: [[], ['molti'], ['-5'], ['1,234'], ['5', '6'], ['0']] },
  send: {
    answer: 'Scrivi a chi e quanti VAL',
    args: [[], ['a@esempio.test'], ['a@esempio.test', '0'], ['a', '1', '2']],
  },
  evaporate: { answer: 'Dopo evaporate può stare solo --dry-run.', args: [['--dry'], ['--dry-run', 'EVAPORA']] },
  doctor: { answer: 'Scrivi al massimo il selettore DKIM', args: [['a b'], ['mail', 'altro']] },
  holders: { answer: 'Questo comando non ha argomenti.', args: [['tutti']] },
  'test-mail': { answer: 'Scrivi a chi mandarla', args: [[], ['maria'], ['a@esempio.test', 'b']] },
  backup: { answer: 'Scrivi il nome del file', args: [[], ['a.tar.gz', 'b'], ['--verify'], ['--verify', 'a', 'b']] },
  restore: { answer: 'Scrivi il nome del file', args: [[], ['a.tar.gz', 'b']] },
  'move-database': {
    answer: 'Scrivi l’indirizzo del nuovo database',
    args: [[], ['mysql://a/b'], ['postgres://a/b', 'c'], ['postgres://piazza:a/b@localhost/piazza']],
  },
  'move-chain': { answer: 'Scrivi l’indirizzo del nuovo nodo', args: [[], ['ws://a'], ['http://a', 'b']] },
  reseal: { answer: 'Metti il segreto di prima in OLD_WALLET_SECRET.', args: [[]] },
  'remove-demo': { answer: 'Questo comando non ha argomenti.', args: [['tutti']] },
  'test-mail-in': { answer: 'Questo comando non ha argomenti.', args: [['file']] },
}

const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-refusals-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
type Place = { db: Awaited<ReturnType<typeof aDatabase>>; dataDir: string; env?: Record<string, string> }
const admin = ({ db, dataDir, env }: Place, ...args: string[]) => {
  const runAs = process.getuid?.() === 0 ? { RUN_AS: 'root' } : {}
  const settings = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    ...runAs,
    ...databaseEnvironment(addressOf(db).database),
    ...env,
  }
  return runProgram([ADMIN, ...args], settings)
}
const refused = (message: string) => ({ code: 1, out: '', err: expect.stringContaining(message) })

test('every command refuses wrong arguments before it opens anything', async () => {
  expect(Object.keys(WRONG).sort()).toEqual(COMMANDS.map(({ name }) => name).sort())
  const opened = () => expect.unreachable('something was opened')
  const context = new Proxy({}, { get: (_, name) => (name === 'settings' ? readSettings({}) : opened) }) as AdminContext
  for (const command of COMMANDS) {
    const { answer = '', args = [] } = WRONG[command.name] ?? {}
    for (const wrong of args) {
      const error = await command.run(wrong, context).catch((cause) => cause)
      expect([command.name, wrong, error]).toEqual([command.name, wrong, expect.any(UsageError)])
      expect(error.message).toContain(answer)
    }
  }
})

test('a command whose reader has read enough ends as otherwise', async () => {
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: NOWHERE }
  const child = spawn(process.execPath, [ADMIN, 'doctor'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  expect(await text(child.stderr)).not.toContain('EPIPE')
})

test('a wrong setting stops a command with one line', async () => {
  const { code, err } = await runProgram([ADMIN, 'holders'], { NODE_ENV: 'test', DATA_DIR: NOWHERE, PORT: 'tremila' })
  expect([code, err]).toEqual([1, expect.stringMatching(/^Impostazione PORT non valida[^\n]+\n$/)])
})

test('a command for which the disk of the database is too small says so in one line', async () => {
  const place = { db: await aDatabase(), dataDir: await aFolder() }
  const statements = [
    `insert into member (username, username_key, email, email_key, password_hash) values ('A', 'a', 'a@b.it', 'a@b.it', '')`,
    `create function fill() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
    'create trigger full_disk before update on member execute function fill()',
  ]
  for (const statement of statements) await place.db.execute(raw(statement))
  expect(await admin(place, 'make-admin', 'a@b.it')).toEqual({
    code: 1,
    out: '',
    err: 'Lo spazio su disco è finito: liberane (df -h) e ripeti il comando.\n',
  })
})

test('reset-password and make-admin refuse an unknown address; remove-demo finds nothing to remove', async () => {
  const place = { db: await aDatabase(), dataDir: await aFolder() }
  for (const command of ['reset-password', 'make-admin'])
    expect(await admin(place, command, 'nessuno@esempio.test')).toMatchObject(refused('non esiste'))
  expect(await admin(place, 'remove-demo')).toMatchObject({ code: 0, out: 'Non ci sono account di prova.\n' })
})

test('reseal refuses a secret that does not open the wallets, and changes none of them', async () => {
  const piazza = await anOwnPiazza()
  const { id } = await piazza.aMember()
  const { account, sealedKey } = makeKeys('the secret of the wallets'.padEnd(32, '.')).make(id)
  await piazza.db.execute(sql`update member set account = ${account}, account_key = ${sealedKey} where id = ${id}`)
  await piazza.app.close()
  const env = { OLD_WALLET_SECRET: 'another'.padEnd(32, '.'), WALLET_SECRET: 'the new secret'.padEnd(32, '.') }
  const place = { db: piazza.db, dataDir: await aFolder(), env }
  expect(await admin(place, 'reseal')).toMatchObject(refused('I portafogli non sono cambiati'))
  const rows = await piazza.db.query<{ key: Buffer }>(sql`select account_key as key from member where id = ${id}`)
  expect(rows[0]?.key.equals(sealedKey)).toBe(true)
})

test('restore refuses another WALLET_SECRET than the one of the copy, or none, and writes nothing', async () => {
  const piazza = await anOwnPiazza()
  const { id } = await piazza.aMember()
  const secret = 'the secret of the wallets'.padEnd(32, '.')
  const { account, sealedKey } = makeKeys(secret).make(id)
  await piazza.db.execute(sql`update member set account = ${account}, account_key = ${sealedKey} where id = ${id}`)
  await piazza.app.close()
  const before = { db: piazza.db, dataDir: await aFolder() }
  const file = join(before.dataDir, 'piazza.tar.gz')
  await mkdir(join(before.dataDir, 'uploads'))
  expect((await admin(before, 'backup', file)).code).toBe(0)
  const after = { db: await aDatabase(), dataDir: await aFolder() }
  const restore = (env = {}) => admin({ ...after, env }, 'restore', file)
  const wrong = await restore({ WALLET_SECRET: 'another'.padEnd(32, '.') })
  expect(wrong).toMatchObject(refused('Impostazione WALLET_SECRET sbagliata'))
  expect(await restore()).toMatchObject(refused('Impostazione WALLET_SECRET mancante'))
  expect(await after.db.query(sql`select id from member`)).toEqual([])
  expect(await readdir(after.dataDir)).not.toContain('uploads')
  expect(await restore({ WALLET_SECRET: secret })).toMatchObject({ code: 0, err: '' })
}, 120_000)

test('backup refuses a missing folder; restore refuses a missing file, another file, and another version', async () => {
  const place = { db: await aDatabase(), dataDir: await aFolder() }
  const folder = await aFolder()
  const member = `insert into member (username, username_key, email, email_key, password_hash) values ('A', 'a', 'a', 'a', '')`
  const file = (name: string) => join(folder, name)
  expect(await admin(place, 'backup', file('missing/piazza.tar.gz'))).toMatchObject(refused('non esiste'))
  const missing = `Il file ${file('missing.tar.gz')} non si può leggere: non esiste.\n`
  expect(await admin(place, 'restore', file('missing.tar.gz'))).toEqual({ code: 1, out: '', err: missing })
  expect(await admin(place, 'backup', '--verify', file('missing.tar.gz'))).toMatchObject({ code: 1, err: missing })
  expect(await admin(place, 'backup', file('piazza.tar.gz'))).toMatchObject(refused('sarebbe vuota'))
  await place.db.execute(raw(member))
  expect((await admin(place, 'backup', file('piazza.tar.gz'))).code).toBe(0)
  await place.db.execute(sql`delete from member`)

  const countMembers = async () => place.db.query(sql`select count(*) as many from member`)
  const before = await countMembers()
  const restoring = async (...lines: string[]) => {
    const name = `made-${Math.random()}`
    await mkdir(file(name))
    if (lines.length > 0) await writeFile(join(file(name), 'database.jsonl'), lines.join('\n'))
    spawnSync('tar', ['-czf', file(`${name}.tar.gz`), '-C', file(name), '.'])
    return admin(place, 'restore', file(`${name}.tar.gz`))
  }
  const head = (schema: string) => JSON.stringify({ format: 'piazza-backup', schema, version: '0.0.9' })
  const client = await place.db.openClient()
  const schema = await schemaVersion(client)
  await client.end()
  expect(await restoring()).toMatchObject(refused('Questo file non è una copia di Piazza.'))
  expect(await restoring('not a backup')).toMatchObject(refused('Questo file non è una copia di Piazza.'))
  expect(await restoring(head('001_other.sql abc'))).toMatchObject(refused('è della versione 0.0.9 di Piazza'))
  expect(await restoring(head(schema))).toMatchObject(refused('La copia non è intera'))
  expect(await countMembers()).toEqual(before)
  expect(await admin(place, 'restore', file('piazza.tar.gz'))).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Ripristinato: persone iscritte 1, annunci 0, 0,00 VAL\. /),
  })
}, 120_000)

test('move-database refuses while a server runs', async () => {
  const piazza = await anOwnPiazza()
  await expect.poll(() => isServerRunning(piazza.db), { timeout: 20_000 }).toBe(true)
  const place = { db: piazza.db, dataDir: await aFolder() }
  expect(await admin(place, 'move-database', 'postgres://127.0.0.1:1/x')).toMatchObject(refused('Piazza è aperta'))
})

test('without the settings of a Piazza every command says so, and creates nothing', async () => {
  const parent = await aFolder()
  const env = { NODE_ENV: 'test', DATA_DIR: join(parent, 'data') }
  for (const args of [
    ['holders'],
    ['mint', '5'],
    ['backup', join(parent, 'copy.tar.gz')],
    ['make-admin', 'a@esempio.test'],
  ])
    expect(await runProgram([ADMIN, ...args], env)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^[^\n]+\n/),
    })
  await mkdir(join(parent, 'data'))
  expect(await runProgram([ADMIN, 'holders'], env)).toMatchObject(refused('Qui non c’è nessuna Piazza'))
  expect(await readdir(join(parent, 'data'))).toEqual([])
  expect(await readdir(parent)).toEqual(['data'])
  const { db, dataDir } = { db: await aDatabase(), dataDir: parent }
  const client = await db.openClient()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
  expect(await admin({ db, dataDir }, 'holders')).toMatchObject(refused('Qui non c’è nessuna Piazza'))
  expect(await db.query(sql`select from pg_tables where schemaname = 'public'`)).toEqual([])
}, 120_000)
