import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { AppError } from '#domain/base/errors.ts'
import { type Contents, readContents } from '#server/association/backups/contents-store.ts'
import {
  type Batch,
  beginSnapshot,
  type Digests,
  digestTables,
  ROWS_AT_ONCE,
  readSequences,
  readTables,
  type Sequence,
  schemaVersion,
} from '#server/platform/db/copy.ts'
import { ownSchema } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/pool.ts'
import packageFile from '../../../package.json' with { type: 'json' }

// A backup is a compressed tar file with the tables in `database.jsonl`, the generated secrets and the pictures.
// Each line of `database.jsonl` is a JSON object. If the object names a table, a tab and a row of that table follow it.

export const DATABASE_FILE = 'database.jsonl'
export const FOLDERS = ['secrets', 'uploads'] as const

/** `version` is the one of Piazza; the first copies have none. */
type Head = { format: 'piazza-backup'; schema: string; version?: string }
type Tail = { sequences: Sequence[]; digests: Digests }

async function* lines(client: pg.ClientBase): AsyncGenerator<string> {
  const head: Head = { format: 'piazza-backup', version: packageFile.version, schema: await schemaVersion(client) }
  yield `${JSON.stringify(head)}\n`
  for await (const { table, rows } of readTables(client)) {
    const name = JSON.stringify({ table })
    yield rows.map((row) => `${name}\t${row}\n`).join('')
  }
  const tail: Tail = { sequences: await readSequences(client), digests: await digestTables(client) }
  yield `${JSON.stringify(tail)}\n`
}

/** Writes all tables as of the snapshot of the client's transaction. */
const writeDatabaseFile = (client: pg.ClientBase, folder: string): Promise<void> =>
  pipeline(Readable.from(lines(client)), createWriteStream(join(folder, DATABASE_FILE), { mode: 0o600 }))

const NOT_A_BACKUP = 'Questo file non è una copia di Piazza.'

const readHead = (line: string): Head => {
  try {
    const head = JSON.parse(line) as Head
    if (head.format === 'piazza-backup') return head
  } catch {
    // Not JSON: throws below.
  }
  throw new AppError('conflict', NOT_A_BACKUP)
}

/** Not implemented with readline, which also splits at U+2028 and U+2029: texts of members may contain them. */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const parts = `${rest}${chunk}`.split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
  if (rest) yield rest
}

const openLines = async (folder: string) => {
  const file = join(folder, DATABASE_FILE)
  if (!existsSync(file)) throw new AppError('conflict', NOT_A_BACKUP)
  const fileLines = linesOf(file)
  const first = await fileLines.next()
  return { head: readHead(first.value ?? ''), fileLines }
}

/** Throws if the backup in a folder was made with another schema than the one of this code. */
export const refuseOtherVersion = async (folder: string): Promise<void> => {
  const { head, fileLines } = await openLines(folder)
  await fileLines.return(undefined)
  if (head.schema === (await ownSchema())) return
  const { version: own } = packageFile
  const other = head.version && head.version !== own ? `della versione ${head.version}` : 'di un’altra versione'
  throw new AppError(
    'conflict',
    `Questa copia è ${other} di Piazza, e qui c’è la ${own}: ripristinala con quella, poi aggiorna.`,
  )
}

/** Streams the rows in batches. `readTail` is available after all batches are read. */
export const openDatabaseFile = async (folder: string) => {
  const { head, fileLines } = await openLines(folder)
  let tail: Tail | undefined
  async function* batches(): AsyncGenerator<Batch> {
    let batch: Batch = { table: '', rows: [] }
    for await (const line of fileLines) {
      const end = line.indexOf('\t')
      const { table = '', ...rest } = JSON.parse(end < 0 ? line : line.slice(0, end))
      if (table !== batch.table || batch.rows.length === ROWS_AT_ONCE) {
        if (batch.rows.length > 0) yield batch
        batch = { table, rows: [] }
      }
      if (end < 0) tail = rest
      else batch.rows.push(line.slice(end + 1))
    }
  }
  return {
    schema: head.schema,
    batches: batches(),
    readTail(): Tail {
      if (!tail) throw new AppError('conflict', 'La copia non è intera: il file finisce a metà.')
      return tail
    },
  }
}

const runTar = (args: string[]) => {
  const child = spawn('tar', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += String(chunk)
  })
  const ended = once(child, 'close').then(([code, signal]) => {
    // tar exits with 1 if a file changed while it was read, such as a picture that was removed.
    if (signal || code > 1) throw new Error(`tar: ${signal ?? errors.trim()}`)
  })
  return { output: child.stdout, ended }
}

type Places = { folder: string; dataDir: string }

/** The database file and the existing FOLDERS of the data folder, packed. */
async function* pack({ folder, dataDir }: Places): AsyncGenerator<Buffer> {
  const present = FOLDERS.filter((name) => existsSync(join(dataDir, name)))
  // tar fails for a -C that no file follows.
  const data = present.length > 0 ? ['-C', dataDir, ...present] : []
  const { output, ended } = runTar(['-cz', '-C', folder, DATABASE_FILE, ...data])
  // Where the reader stops early, tar ends with an error that nobody waits for.
  ended.catch(() => undefined)
  yield* output
  await ended
}

/** Refused, because a backup without members is usually one of the wrong database. */
export class EmptyDatabase extends AppError {}

const EMPTY =
  'In questo database non c’è nessuna persona iscritta: la copia sarebbe vuota. Controlla DATA_DIR e DATABASE_URL, o usa ' +
  'piazza-admin per il servizio.'

type Backup = Places & { db: Database }

const saveDatabase = async ({ db, folder }: Backup): Promise<Contents> => {
  const client = await db.openClient()
  try {
    await beginSnapshot(client)
    const contents = await readContents(client)
    if (contents.members === 0) throw new EmptyDatabase('conflict', EMPTY)
    await writeDatabaseFile(client, folder)
    return contents
  } finally {
    await client.end()
  }
}

/** A backup of the database as of now, with secrets and pictures; `folder` is a private one for what is in between. */
export async function* streamBackup(backup: Backup): AsyncGenerator<Buffer> {
  await saveDatabase(backup)
  yield* pack(backup)
}

/** As streamBackup, into a stream. */
export const writeBackup = async (target: Writable, backup: Backup): Promise<Contents> => {
  const contents = await saveDatabase(backup)
  await pipeline(pack(backup), target)
  return contents
}

/** As writeBackup, into a new file that only its owner can read. */
export const writeBackupFile = async (file: string, backup: Backup): Promise<Contents> => {
  // Renamed when complete, so that an interrupted backup does not look complete.
  const unfinished = join(backup.folder, 'unfinished.tar.gz')
  const contents = await writeBackup(createWriteStream(unfinished, { mode: 0o600 }), backup)
  await rename(unfinished, file)
  return contents
}

export const unpack = async (file: string, folder: string): Promise<void> => {
  const { output, ended } = runTar(['-xzf', file, '-C', folder, '--no-same-owner'])
  output.resume()
  await ended
}
