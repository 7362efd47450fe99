import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeCommandLineAdministration, makeHasArrived } from '#server/admin/services.ts'
import { makeMovedStore } from '#server/platform/db/moved-store.ts'
import { NotPrepared, openDatabase, requirePrepared } from '#server/platform/db/open.ts'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { attachToEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { makeRepeated, type Next } from '#server/platform/jobs/repeated.ts'
import { makeWorker } from '#server/platform/jobs/worker.ts'
import { prepareDataFolder } from '#server/platform/start/data-folder.ts'
import { leaveRoot } from '#server/platform/start/leave-root.ts'
import { explainDatabaseError } from '#server/platform/start/start-errors.ts'
import { SettingError, type Settings } from '#server/settings.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { openChain } from '#server/val/chain/open.ts'
import { makeCursorStore } from '#server/val/wallet/cursor-store.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { restoreChain } from '#server/val/wallet/restore.ts'
import type { WalletService } from '#server/val/wallet/service.ts'
import type { Settling } from '#server/val/wallet/settling.ts'
import { checkEmbeddedChain, checkToken, openWalletSecret } from '#server/val/wallet/start-checks.ts'
import { openTreasuryKey } from '#server/val/wallet/treasury-key.ts'

export type Wallets = {
  chain: Chain
  wallet: WalletService
  settling: Settling
  /** Processes the state of open transactions once; returns `done` when none is open. */
  followUp: () => Promise<Next>
  secret: string
}
export type AdminContext = ReturnType<typeof openContext>

/** Closes in reverse order of opening and continues after a failure; throws the first one at the end. */
export const closeAll = async (closers: readonly (() => Promise<void>)[]): Promise<void> => {
  const failures: unknown[] = []
  for (const close of closers.toReversed()) await close().catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

const noPiazza = (where: string) =>
  new SettingError(
    `Qui non c’è nessuna Piazza: ${where}. Per il servizio usa piazza-admin, che legge le sue impostazioni; ` +
      'solo restore prepara un database nuovo.',
  )

const CODES: Record<string, string> = { EACCES: 'questo utente non può leggere' }

/** A command must not create a database where the settings lead to nothing. */
const requireCluster = (dataDir: string): void => {
  try {
    statSync(join(dataDir, 'database', 'PG_VERSION'))
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw noPiazza(`${CODES[code] ?? 'non c’è un database in'} ${dataDir} (DATA_DIR)`)
  }
}

/** Opens the database and the chain on first use: attaches to those of a running server, or starts them for the command. */
export const openContext = (settings: Settings) => {
  const closers: (() => Promise<void>)[] = []
  const { databaseUrl, dataDir } = settings

  const openUnprepared = async (mustBePrepared: boolean): Promise<Database> => {
    // Runs as the user of the server, so that both can use each other's files.
    await leaveRoot({ ...settings, port: 0 }, () => undefined)
    const running = databaseUrl ? undefined : await attachToEmbeddedDatabase(join(dataDir, 'database'))
    if (!running) {
      const { db, close } = await openDatabase({ ...settings, mustBePrepared })
      closers.push(close)
      return db
    }
    const db = connect(running.address, { connections: 4 })
    closers.push(async () => {
      await db.close()
      await running.stop()
    })
    await requirePrepared(db)
    return db
  }

  const explain = (error: unknown): never => {
    if (error instanceof NotPrepared) throw noPiazza('il database di queste impostazioni è vuoto')
    throw explainDatabaseError(error, settings)
  }

  const openDb = async (): Promise<Database> => {
    if (!databaseUrl) requireCluster(dataDir)
    else if (!existsSync(dataDir)) throw noPiazza(`la cartella ${dataDir} (DATA_DIR) non esiste`)
    return openUnprepared(true).catch(explain)
  }

  let opened: Promise<Database> | undefined
  const evenMovedDb = (): Promise<Database> => {
    opened ??= openDb()
    return opened
  }
  const db = async (): Promise<Database> => {
    const database = await evenMovedDb()
    await makeMovedStore(database).refuse({ databaseUrl })
    return database
  }

  const openWallets = async (shareRunning: boolean): Promise<Wallets> => {
    const database = await db()
    if (!(await makeCursorStore(database).find()))
      throw new SettingError('La rete dei VAL non è mai partita con questo database: avvia Piazza una volta.')
    await checkEmbeddedChain(database, settings)
    const secret = await openWalletSecret(database, settings, { mayCreate: false })
    const { chain, ready, close } = await openChain({
      dataDir,
      settings: settings.chain,
      treasuryKey: () => openTreasuryKey(dataDir, secret),
      restore: (provider, parts) => restoreChain(database, provider, parts),
      log: (line) => process.stderr.write(`${line}\n`),
      shareRunning,
    })
    closers.push(close)
    await checkToken(database, chain)
    await ready
    const { service, settling, followUp } = makeWallet({
      db: database,
      chain,
      secret,
      now: () => new Date(),
      log: () => undefined,
    })
    // The server may not be running, so the command runs the job that follows up its transactions.
    const tasks = { 'follow-chain': makeRepeated(database)('follow-chain', followUp) }
    const log = { debug: () => undefined, warn: () => undefined }
    const worker = makeWorker({ db: database, tasks, concurrency: 1, log })
    worker.start()
    closers.push(worker.stop)
    return { chain, wallet: service, settling, followUp, secret }
  }

  let wallets: Promise<Wallets> | undefined
  return {
    settings,
    db,
    /** Also if move-database has copied it to another one. */
    evenMovedDb,
    /** Creates and prepares the database where there is none. For `restore` alone. */
    async newDb(): Promise<Database> {
      await prepareDataFolder(dataDir)
      opened ??= openUnprepared(false).catch(explain)
      return opened
    },
    administration: async () => makeCommandLineAdministration({ db: await db(), settings, now: () => new Date() }),
    /** Returns a predicate: whether a mail for an address has arrived. */
    hasArrived: async () => makeHasArrived(await db()),
    /** With `shareRunning`, uses the embedded chain of a running server instead of failing. */
    wallets({ shareRunning = true } = {}): Promise<Wallets> {
      wallets ??= openWallets(shareRunning)
      return wallets
    },
    async close(): Promise<void> {
      await closeAll(closers)
    },
  }
}
