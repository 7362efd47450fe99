import { access, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { AppError } from '#domain/base/errors.ts'
import { type Command, CommandFailure, fromCaller, print, UsageError } from '#server/admin/command.ts'
import { describeContents } from '#server/admin/contents.ts'
import { ask } from '#server/admin/question.ts'
import { FOLDERS, openDatabaseFile, refuseOtherVersion, unpack } from '#server/association/backups/archive.ts'
import { type Contents, readContents } from '#server/association/backups/contents-store.ts'
import { decryptFile, isEncrypted } from '#server/association/backups/encryption.ts'
import { beginCopy, compareDigests, digestTables, hasRows, replaceTables } from '#server/platform/db/copy.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { type Sql, toQuery } from '#server/platform/db/sql.ts'
import { isServerRunning } from '#server/platform/jobs/locks.ts'
import { prepareDataFolder } from '#server/platform/start/data-folder.ts'
import { loadSecret } from '#server/platform/start/secrets.ts'
import { SettingError, type Settings } from '#server/settings.ts'
import { opensWallets } from '#server/val/wallet/start-checks.ts'

const copyFiles = async (folder: string, dataDir: string): Promise<void> => {
  for (const part of FOLDERS)
    await cp(join(folder, part), join(dataDir, part), { recursive: true, preserveTimestamps: true }).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
}

/** Throws if Piazza would not start with the restored wallets, whose rows only the client sees. */
const refuseWrongSecret = async (
  client: pg.Client,
  { db, folder, settings }: { db: Database; folder: string; settings: Settings },
): Promise<void> => {
  const { walletSecret, dataDir } = settings
  const secret = walletSecret ?? (await loadSecret(folder, 'wallet')) ?? (await loadSecret(dataDir, 'wallet'))
  const first = async <Row extends object>(statement: Sql) =>
    (await client.query<Row>(toQuery(statement, true))).rows[0]
  if (await opensWallets(db, secret, { first })) return
  throw new SettingError(
    `Impostazione WALLET_SECRET ${secret === undefined ? 'mancante' : 'sbagliata'}: i portafogli della copia sono chiusi ` +
      'con un segreto che qui non c’è. Serve quello della Piazza da cui viene la copia.',
  )
}

/** Fills an empty database and data folder from the unpacked files of a backup. */
export const loadBackup = async (db: Database, folder: string, settings: Settings): Promise<Contents> => {
  const client = await db.openClient()
  try {
    if (await hasRows(client, 'public.member'))
      throw new UsageError('Il database non è vuoto: ripristina in una cartella DATA_DIR o in un database nuovi.')
    const file = await openDatabaseFile(folder)
    await beginCopy(client)
    await replaceTables(client, file.batches, async () => file.readTail().sequences)
    compareDigests(file.readTail().digests, await digestTables(client))
    await refuseWrongSecret(client, { db, folder, settings })
    // Before the commit: if this is interrupted, the database is still empty and the command can be repeated.
    await copyFiles(folder, settings.dataDir)
    const contents = await readContents(client)
    await client.query('commit')
    return contents
  } finally {
    await client.end()
  }
}

/** Throws before anything is changed if the data folder has other secrets, which could not decrypt the restored wallets. */
const refuseOtherSecrets = async (folder: string, dataDir: string): Promise<void> => {
  for (const name of await readdir(join(folder, 'secrets')).catch(() => [])) {
    const [stored, present] = await Promise.all(
      [folder, dataDir].map((root) => readFile(join(root, 'secrets', name), 'utf8').catch(() => undefined)),
    )
    if (present !== undefined && present !== stored)
      throw new UsageError(`In DATA_DIR/secrets c’è già un altro segreto «${name}»: ripristina in una cartella nuova.`)
  }
}

const isWrongPassphrase = (error: unknown): false => {
  if (error instanceof AppError) return false
  throw error
}

/** One downloaded in the browser has a passphrase of its own. */
const decrypt = async (file: string, plain: string, { passphrase }: Settings['backups']): Promise<void> => {
  const isOpen =
    passphrase !== undefined && (await decryptFile(file, plain, passphrase).then(() => true, isWrongPassphrase))
  if (!isOpen) await decryptFile(file, plain, await ask('Frase segreta della copia: ', { isHidden: true }))
}

/** Unpacks a backup of this version, decrypted if it is one of those that are stored elsewhere or were downloaded in the browser. */
export const readBackup = async (file: string, folder: string, { backups }: Settings): Promise<void> => {
  const unpackInto = async (packed: string) => {
    await unpack(packed, folder).catch((cause) => {
      throw new CommandFailure(
        `Il file ${file} non si può leggere: è rovinato o incompleto, non è una copia di Piazza, o il disco è pieno.\n${cause.message}`,
      )
    })
    await refuseOtherVersion(folder)
  }
  await access(file).catch((error) => {
    throw new CommandFailure(
      `Il file ${file} non si può leggere: ${error.code === 'ENOENT' ? 'non esiste' : error.code}.`,
    )
  })
  if (!(await isEncrypted(file))) return unpackInto(file)
  const plain = join(folder, 'decrypted.tar.gz')
  await decrypt(file, plain, backups)
  await unpackInto(plain)
  await rm(plain)
}

export const restore: Command = {
  name: 'restore',
  usage: 'restore FILE',
  does: 'con Piazza chiusa: rimette una copia fatta con backup in una cartella DATA_DIR e un database vuoti',
  async run([name = '', ...rest], context) {
    if (!name || rest.length > 0) throw new UsageError('Scrivi il nome del file della copia.')
    const { dataDir } = context.settings
    await prepareDataFolder(dataDir)
    const folder = await mkdtemp(join(dataDir, '.restore-'))
    try {
      // Before the database is opened, for which a command started as root becomes the user of Piazza: the file may be root's.
      await readBackup(fromCaller(name), folder, context.settings)
      await refuseOtherSecrets(folder, dataDir)
      const db = await context.newDb()
      if (await isServerRunning(db)) throw new UsageError('Piazza è aperta: chiudila prima di ripristinare una copia.')
      const contents = await loadBackup(db, folder, context.settings)
      print(
        `Ripristinato: ${describeContents(contents)}. Avvia Piazza: se usa la rete interna, la ricostruisce dal database.`,
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
