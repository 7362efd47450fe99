import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Command, CommandFailure, fromCaller, print, UsageError } from '#server/admin/command.ts'
import { describeContents } from '#server/admin/contents.ts'
import type { AdminContext } from '#server/admin/context.ts'
import { verifyBackup } from '#server/admin/verify.ts'
import { writeBackup, writeBackupFile } from '#server/association/backups/archive.ts'
import type { Contents } from '#server/association/backups/contents-store.ts'
import { noteBackup } from '#server/association/backups/record.ts'
import type { Settings } from '#server/settings.ts'

const STANDARD_OUTPUT = '-'

const sourceOf = ({ databaseUrl, dataDir }: Settings): string =>
  databaseUrl ? `${new URL(databaseUrl).host}${new URL(databaseUrl).pathname} e ${dataDir}` : dataDir

/** What was copied, from where; on the error stream where the copy itself goes to the standard output. */
const describeCopy = ({ settings }: AdminContext, contents: Contents): string =>
  `Copiato da ${sourceOf(settings)}: ${describeContents(contents)}.`

const checkTarget = async (name: string): Promise<string> => {
  const file = fromCaller(name)
  if (await stat(file).catch(() => undefined)) throw new UsageError(`Il file ${name} esiste già.`)
  if (!(await stat(dirname(file)).catch(() => undefined)))
    throw new UsageError(`La cartella ${dirname(file)} non esiste.`)
  return file
}

const privateFolder = (parent: string): Promise<string> =>
  mkdtemp(join(parent, '.piazza-backup-')).catch((error) => {
    throw new UsageError(`Nella cartella ${parent} l’utente di Piazza non può scrivere (${error.code}).`)
  })

const DISK_CODES: Record<string, string> = { ENOSPC: 'il disco è pieno', EDQUOT: 'lo spazio permesso è finito' }

const explainWriting =
  (folder: string) =>
  (error: NodeJS.ErrnoException): never => {
    const why = DISK_CODES[error.code ?? '']
    throw why ? new CommandFailure(`La copia non si può scrivere in ${folder}: ${why}.`) : error
  }

/** Writes into a file as the user of Piazza, or to the standard output. */
const write = async (file: string, context: AdminContext): Promise<Contents> => {
  const db = await context.db()
  const { dataDir } = context.settings
  const toOutput = file === STANDARD_OUTPUT
  const parent = toOutput ? dataDir : dirname(file)
  const folder = await privateFolder(parent)
  try {
    const backup = { db, dataDir, folder }
    const contents = await (toOutput ? writeBackup(process.stdout, backup) : writeBackupFile(file, backup)).catch(
      explainWriting(parent),
    )
    await noteBackup(db, new Date())
    return contents
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Root may write where the user of Piazza may not: a child process continues as that user and this one writes what it sends. */
const writeAsRoot = async (file: string): Promise<string> => {
  const [node, script = ''] = process.argv
  const unfinished = `${file}.unfinished`
  const target = await open(unfinished, 'wx', 0o600).catch((error) => {
    throw new CommandFailure(
      error.code === 'EEXIST'
        ? `C’è già ${unfinished}, di una copia in corso o interrotta: se nessuno la sta facendo, toglilo.`
        : `Nella cartella ${dirname(file)} non si può scrivere (${error.code}).`,
    )
  })
  try {
    const child = spawn(node ?? process.execPath, [script, 'backup', STANDARD_OUTPUT], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [said, [code]] = await Promise.all([
      text(child.stderr),
      once(child, 'close'),
      pipeline(child.stdout, target.createWriteStream()).catch(explainWriting(dirname(file))),
    ])
    if (code !== 0) throw new CommandFailure(said.trim())
    await rename(unfinished, file)
    return said.trim()
  } finally {
    await rm(unfinished, { force: true })
  }
}

const backUp = async (name: string, context: AdminContext): Promise<void> => {
  if (!(await stat(context.settings.dataDir).catch(() => undefined)))
    throw new UsageError(
      `La cartella ${context.settings.dataDir} (DATA_DIR) non esiste: per il servizio usa piazza-admin.`,
    )
  if (name === STANDARD_OUTPUT) {
    process.stderr.write(`${describeCopy(context, await write(name, context))}\n`)
    return
  }
  const file = await checkTarget(name)
  print(process.getuid?.() === 0 ? await writeAsRoot(file) : describeCopy(context, await write(file, context)))
  const megabytes = Math.ceil((await stat(file)).size / 1_000_000)
  print(
    `Copia scritta in ${name} (${megabytes} MB), leggibile solo da te (permessi 600): contiene i dati e i segreti di tutti.`,
  )
  if (context.settings.walletSecret)
    print('WALLET_SECRET e AUTH_SECRET sono nelle impostazioni e non nella copia: tienili a parte, al sicuro.')
  if (context.settings.s3) print('Le immagini sono nello spazio S3 e non sono nella copia.')
}

export const backup: Command = {
  name: 'backup',
  usage: 'backup FILE | --verify FILE',
  does: 'copia database, immagini e segreti in un file nuovo (- manda in uscita), anche con Piazza aperta; o prova una copia',
  async run(args, context) {
    const verifies = args[0] === '--verify'
    const [name = '', ...rest] = verifies ? args.slice(1) : args
    if (!name || rest.length > 0) throw new UsageError('Scrivi il nome del file, per esempio piazza.tar.gz.')
    if (verifies) await verifyBackup(fromCaller(name), context)
    else await backUp(name, context)
  },
}
