// @module-tag slow
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '#server/platform/db/sql.ts'
import { messageIdOf } from '#server/talk/mail/bounces.ts'
import { aDatabase, addressOf } from '#test/database.ts'
import { aReport } from '#test/delivery-report.ts'

const ADMIN = join(import.meta.dirname, '..', 'admin.ts')
const DOMAIN = 'piazza.example'

test('a mail server pipes a returned mail into the command, which notes it; other messages are taken too', async () => {
  const db = await aDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'piazza-bounce-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { host, port, user, database } = addressOf(db)
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PUBLIC_URL: `https://${DOMAIN}`,
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
  }
  /** Sends the message through a pipe in two parts with a pause, as an alias of Postfix may do. */
  const pipe = async (message: string) => {
    const [begin, end] = [join(folder, 'begin'), join(folder, 'end')]
    await writeFile(begin, message.slice(0, 500))
    await writeFile(end, message.slice(500))
    const script = '(cat "$1"; sleep 0.2; cat "$2") | "$3" "$4" bounce'
    const args = ['-c', script, 'sh', begin, end, process.execPath, ADMIN]
    return (await promisify(execFile)('sh', args, { env })).stdout.trim()
  }
  const [mail] = await db.query<{ id: number; createdAt: Date }>(sql`
    insert into mail (recipient, subject, text, html, created_at, sent_at)
    values ('rosa@esempio.test', 'Notizie', '', '', ${new Date()}, now())
    returning id, created_at as "createdAt"`)
  expect(await pipe('Subject: Sono in vacanza\n\nTorno lunedì.\n')).toMatch(/^Non è un rapporto di mancata consegna/)
  expect(await db.query(sql`select from mail_failure`)).toHaveLength(0)
  const messageId = messageIdOf(mail ?? { id: 0, createdAt: new Date() }, DOMAIN)
  expect(await pipe(aReport({ messageId }))).toBe('Annotata.')
  expect(await db.query(sql`select address_key as address from mail_failure`)).toEqual([
    { address: 'rosa@esempio.test' },
  ])
}, 60_000)
