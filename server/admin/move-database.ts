import type { Client } from 'pg'
import { type Command, print, UsageError } from '#server/admin/command.ts'
import type { AdminContext } from '#server/admin/context.ts'
import {
  beginCopy,
  beginSnapshot,
  compareDigests,
  type Digests,
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

const isOpen = () => new UsageError('Piazza è aperta: chiudila prima di spostare il database.')

const MOVED = 'public.moved_database'

/** Whether the new database holds what the old one does, but for the mark. */
const isSame = async (from: Client, to: Client): Promise<boolean> => {
  await Promise.all([beginSnapshot(from), beginSnapshot(to)])
  const [old, copied] = await Promise.all([digestTables(from), digestTables(to)])
  return Object.keys(old).every((table) => table === MOVED || old[table] === copied[table])
}

const countRows = (digests: Digests): number =>
  Object.values(digests).reduce((sum, digest) => sum + Number(digest.split(' ')[0]), 0)

/**
 * Copies in one transaction of the target, so that an interrupted copy changes nothing there. The source is marked before the
 * commit, after which it must not start any more; a copy that was killed is repeated. Returns the number of rows.
 */
const copy = async (source: Database, target: Database, address: string): Promise<number> => {
  const moved = makeMovedStore(source)
  const [from, to] = [await source.openClient(), await target.openClient()]
  let isMarked = false
  try {
    if ((await schemaVersion(from)) !== (await schemaVersion(to)))
      throw new UsageError('I due database sono di versioni diverse di Piazza.')
    if (await hasRows(to, 'public.member')) {
      if (!(await moved.address()) || !(await isSame(from, to)))
        throw new UsageError('Il nuovo database non è vuoto: contiene già degli utenti.')
      return countRows(await digestTables(to))
    }
    // Of a copy that was interrupted: the mark itself must not be copied.
    await moved.unmark()
    await beginSnapshot(from)
    const before = await digestTables(from)
    await moved.mark(address, new Date())
    isMarked = true
    if (await isServerRunning(source)) throw isOpen()
    await beginCopy(to)
    await replaceTables(to, readTables(from), () => readSequences(from))
    const after = await digestTables(to)
    compareDigests(before, after)
    // From here on the new one may hold everything, whatever becomes of the answer.
    isMarked = false
    await to.query('commit')
    return countRows(after)
  } catch (error) {
    if (isMarked) await moved.unmark()
    throw error
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
    const source = await context.evenMovedDb()
    const { host, pathname } = new URL(url)
    const address = `${host}${pathname}`
    const moved = makeMovedStore(source)
    if ((await moved.address()) !== address) await moved.refuse(context.settings)
    if (await isServerRunning(source)) throw isOpen()
    const target = connect(url, { connections: 2 })
    try {
      await migrate(target).catch((error) => {
        throw explainDatabaseError(error, { databaseUrl: url })
      })
      const rows = await copy(source, target, address)
      print(`Copiate e verificate ${rows} righe. Ora metti DATABASE_URL con il nuovo indirizzo e avvia Piazza.`)
      print(
        'Il vecchio database resta com’è, ma Piazza non parte più da lì: tienilo finché non hai visto che tutto funziona.',
      )
    } finally {
      await target.close()
    }
  },
}
