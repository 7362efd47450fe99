import { join } from 'node:path'
import type { Chain } from '#server/chain/client.ts'
import { openChain } from '#server/chain/open.ts'
import { connect, type Database } from '#server/db/connect.ts'
import { openDatabase } from '#server/db/open.ts'
import { attachToEmbeddedDatabase } from '#server/embedded/postgres/start.ts'
import { loadOrCreateSecret } from '#server/secrets.ts'
import type { Settings } from '#server/settings.ts'
import { makeWallet } from '#server/wallet/make.ts'
import { restoreChain } from '#server/wallet/restore.ts'
import type { WalletService } from '#server/wallet/service.ts'

export type Purse = { chain: Chain; wallet: WalletService }
export type House = {
  settings: Settings
  db(): Promise<Database>
  purse(): Promise<Purse>
  close(): Promise<void>
}

const CLOSE_SECONDS = 5

/** The parts of Piazza a command asks for: those of a server that is running, or opened for as long as it takes. */
export const openHouse = (settings: Settings): House => {
  const closers: (() => Promise<void>)[] = []

  const openDb = async (): Promise<Database> => {
    const running = settings.databaseUrl
      ? undefined
      : await attachToEmbeddedDatabase(join(settings.dataDir, 'database'))
    if (!running) {
      const { db, close } = await openDatabase(settings)
      closers.push(close)
      return db
    }
    const db = connect(running.address, { connections: 4 })
    closers.push(async () => {
      await db.end({ timeout: CLOSE_SECONDS })
      await running.stop()
    })
    return db
  }

  const openPurse = async (): Promise<Purse> => {
    const database = await house.db()
    const { chain, ready, close } = await openChain({
      dataDir: settings.dataDir,
      settings: settings.chain,
      restore: (provider, parts) => restoreChain(database, provider, parts),
      log: (line) => process.stderr.write(`${line}\n`),
      asGuest: true,
    })
    closers.push(close)
    await ready
    const secret = settings.walletSecret ?? (await loadOrCreateSecret(settings.dataDir, 'wallet'))
    const parts = { db: database, chain, secret, welcomeGift: settings.welcomeGift }
    const { service, worker } = makeWallet({ ...parts, now: () => new Date(), log: () => undefined })
    worker.start()
    closers.push(worker.stop)
    return { chain, wallet: service }
  }

  let db: Promise<Database> | undefined
  let purse: Promise<Purse> | undefined
  const house: House = {
    settings,
    db() {
      db ??= openDb()
      return db
    },
    purse() {
      purse ??= openPurse()
      return purse
    },
    async close() {
      // What was opened last goes first.
      for (const close of closers.reverse()) await close()
    },
  }
  return house
}
