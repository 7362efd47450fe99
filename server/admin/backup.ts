import { mkdtemp, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pack, writeDatabaseFile } from '#server/admin/archive.ts'
import { type Command, print, UsageError } from '#server/admin/command.ts'
import { noteBackup } from '#server/association/status/backups.ts'
import { beginSnapshot } from '#server/platform/db/copy.ts'

export const backup: Command = {
  name: 'backup',
  usage: 'backup FILE',
  does: 'copia database, immagini e segreti in un file nuovo, anche con Piazza aperta',
  async run([name = '', ...rest], context) {
    if (!name || rest.length > 0) throw new UsageError('Scrivi il nome del file, per esempio piazza.tar.gz.')
    const file = resolve(name)
    if (await stat(file).catch(() => undefined)) throw new UsageError(`Il file ${name} esiste già.`)
    if (!(await stat(dirname(file)).catch(() => undefined)))
      throw new UsageError(`La cartella ${dirname(file)} non esiste.`)
    const db = await context.db()
    const folder = await mkdtemp(join(dirname(file), '.piazza-backup-')).catch((error) => {
      throw new UsageError(`Nella cartella ${dirname(file)} l’utente di Piazza non può scrivere (${error.code}).`)
    })
    const client = await db.openClient()
    try {
      await beginSnapshot(client)
      await writeDatabaseFile(client, folder)
      await pack(file, { folder, dataDir: context.settings.dataDir })
    } finally {
      await client.end()
      await rm(folder, { recursive: true, force: true })
    }
    await noteBackup(db, new Date())
    const megabytes = Math.ceil((await stat(file)).size / 1_000_000)
    print(
      `Copia scritta in ${name} (${megabytes} MB), leggibile solo da te (permessi 600): contiene i dati e i segreti di tutti.`,
    )
    if (context.settings.s3) print('Le immagini sono nello spazio S3 e non sono nella copia.')
  },
}
