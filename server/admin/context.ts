import { join } from 'node:path'
import { makeCommandLineAdministration, makeLastArrival } from '#server/admin/services.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { connect, type Database } from '#server/platform/db/pool.ts'
import { attachToEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { makeRepeated, type Next } from '#server/platform/jobs/repeated.ts'
import { makeWorker } from '#server/platform/jobs/worker.ts'
import { explainDatabaseError } from '#server/platform/start/start-errors.ts'
import type { Settings } from '#server/settings.ts'
import type { Chain } from '#server/val/chain/client.ts'
import { openChain } from '#server/val/chain/open.ts'
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

type Options = {
  /** Called before the data folder is used. */
  prepare?: () => Promise<void>
}

/** Closes in reverse order of opening and continues after a failure; throws the first one at the end. */
export const closeAll = async (closers: readonly (() => Promise<void>)[]): Promise<void> => {
  const failures: unknown[] = []
  for (const close of closers.toReversed()) await close().catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/** Opens the database and the chain on first use: attaches to those of a running server, or starts them for the command. */
export const openContext = (settings: Settings, { prepare }: Options = {}) => {
  const closers: (() => Promise<void>)[] = []

  const openDb = async (): Promise<Database> => {
    await prepare?.()
    const running = settings.databaseUrl
      ? undefined
      : await attachToEmbeddedDatabase(join(settings.dataDir, 'database'))
    if (!running) {
      const { db, close } = await openDatabase(settings).catch((error) => {
        throw explainDatabaseError(error, settings)
      })
      closers.push(close)
      return db
    }
    const db = connect(running.address, { connections: 4 })
    closers.push(async () => {
      await db.close()
      await running.stop()
    })
    return db
  }

  let opened: Promise<Database> | undefined
  const db = (): Promise<Database> => {
    opened ??= openDb()
    return opened
  }

  const openWallets = async (shareRunning: boolean): Promise<Wallets> => {
    const database = await db()
    const secret = await openWalletSecret(database, settings)
    await checkEmbeddedChain(database, settings)
    const { chain, ready, close } = await openChain({
      dataDir: settings.dataDir,
      settings: settings.chain,
      treasuryKey: () => openTreasuryKey(settings.dataDir, secret),
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
    administration: async () => makeCommandLineAdministration({ db: await db(), settings, now: () => new Date() }),
    /** Reads when the last mail arrived. */
    lastArrival: async () => makeLastArrival(await db()),
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
