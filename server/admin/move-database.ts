import { type Command, print, UsageError } from '#server/admin/command.ts'
import type { AdminContext } from '#server/admin/context.ts'
import {
  beginCopy,
  beginSnapshot,
  compareDigests,
  digestTables,
  hasRows,
  readSequences,
  readTables,
  replaceTables,
  schemaVersion,
} from '#server/platform/db/copy.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { makeMovedStore } from '#server/platform/db/moved-store.ts'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { isServerRunning } from '#server/platform/jobs/locks.ts'
import { explainDatabaseError } from '#server/platform/start/start-errors.ts'

/** Copies in one transaction of the target, so that an interrupted copy changes nothing and can be repeated. */
const copy = async (source: Database, target: Database): Promise<number> => {
  const from = await source.openClient()
  const to = await target.openClient()
  try {
    if ((await schemaVersion(from)) !== (await schemaVersion(to)))
      throw new UsageError('I due database sono di versioni diverse di Piazza.')
    if (await hasRows(to, 'public.member'))
      throw new UsageError('Il nuovo database non è vuoto: contiene già degli utenti.')
    await beginSnapshot(from)
    await beginCopy(to)
    await replaceTables(to, readTables(from), () => readSequences(from))
    const after = await digestTables(to)
    compareDigests(await digestTables(from), after)
    await to.query('commit')
    return Object.values(after).reduce((sum, digest) => sum + Number(digest.split(' ')[0]), 0)
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}

const BACK = 'back'

const moveBack = async (context: AdminContext): Promise<void> => {
  const wasMoved = await makeMovedStore(await context.evenMovedDb()).unmark()
  if (!wasMoved) throw new UsageError('Questo database non è stato spostato.')
  print('Piazza può ripartire da questo database. Quello che è successo dopo lo spostamento resta solo nell’altro.')
}

export const moveDatabase: Command = {
  name: 'move-database',
  usage: 'move-database URL | back',
  does: 'con Piazza chiusa: copia tutto in un altro database PostgreSQL vuoto, lo verifica e da allora vale quello; o torna indietro',
  async run([url = '', ...rest], context) {
    if (url === BACK && rest.length === 0) return moveBack(context)
    if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url) || rest.length > 0)
      throw new UsageError('Scrivi l’indirizzo del nuovo database, per esempio postgres://piazza@localhost/piazza.')
    const source = await context.db()
    if (await isServerRunning(source)) throw new UsageError('Piazza è aperta: chiudila prima di spostare il database.')
    const target = connect(url, { connections: 2 })
    try {
      await migrate(target).catch((error) => {
        throw explainDatabaseError(error, { databaseUrl: url })
      })
      const rows = await copy(source, target)
      print(`Copiate e verificate ${rows} righe. Ora metti DATABASE_URL con il nuovo indirizzo e avvia Piazza.`)
      const { host, pathname } = new URL(url)
      await makeMovedStore(source).mark(`${host}${pathname}`, new Date())
      print(
        'Il vecchio database resta com’è, ma Piazza non parte più da lì: tienilo finché non hai visto che tutto funziona.',
      )
    } finally {
      await target.close()
    }
  },
}
