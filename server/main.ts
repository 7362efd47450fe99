import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasDemo, refuseDemoInProduction, seedDemo, wantsDemo } from '#demo/seed.ts'
import { toHundredths } from '#domain/base/money.ts'
import { buildApp } from '#server/app.ts'
import { storeBuiltInSynonyms } from '#server/market/synonyms/built-in-store.ts'
import { diskStorage } from '#server/market/uploads/disk.ts'
import { s3Storage } from '#server/market/uploads/s3.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { prepareDataFolder } from '#server/platform/start/data-folder.ts'
import { leaveRoot } from '#server/platform/start/leave-root.ts'
import { loadOrCreateSecret } from '#server/platform/start/secrets.ts'
import { tellServiceManager } from '#server/platform/start/service-manager.ts'
import { explainDatabaseError, explainPortError, StartFailure } from '#server/platform/start/start-errors.ts'
import { startupMessage } from '#server/platform/start/startup-message.ts'
import { readSettingsWithWarnings } from '#server/setting-warnings.ts'
import { SettingError } from '#server/settings.ts'
import { SCHEDULE } from '#server/tasks.ts'
import { openChain } from '#server/val/chain/open.ts'
import { makeWallet } from '#server/val/wallet/make.ts'
import { restoreChain } from '#server/val/wallet/restore.ts'
import { checkEmbeddedChain, checkToken, openWalletSecret } from '#server/val/wallet/start-checks.ts'
import { openTreasuryKey } from '#server/val/wallet/treasury-key.ts'

// From sysexits.h. The unit does not start Piazza again after it: the same settings would fail again.
const EX_CONFIG = 78

// Registered first, so that a signal during the start also closes everything in order.
const stopSignal = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
})

const serve = async (): Promise<void> => {
  const isDevelopment = process.argv.includes('--dev')
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const settings = readSettingsWithWarnings(process.env, log)
  await prepareDataFolder(settings.dataDir)
  // In development the process stays root, because Vite writes into the code folder, which belongs to root.
  if (!isDevelopment) await leaveRoot(settings, log)
  const { db, close } = await openDatabase({ ...settings, log }).catch((error) => {
    throw explainDatabaseError(error, settings)
  })
  const closeAndFail = async (error: unknown): Promise<never> => {
    await close()
    throw explainDatabaseError(error, settings)
  }
  await refuseDemoInProduction(db, settings).catch(closeAndFail)
  await storeBuiltInSynonyms(db).catch(closeAndFail)
  const walletSecret = await openWalletSecret(db, settings).catch(closeAndFail)
  await checkEmbeddedChain(db, settings).catch(closeAndFail)
  const {
    chain,
    isIsolated,
    close: closeChain,
  } = await openChain({
    dataDir: settings.dataDir,
    settings: settings.chain,
    treasuryKey: () => openTreasuryKey(settings.dataDir, walletSecret),
    restore: (provider, parts) => restoreChain(db, provider, parts),
    log,
  }).catch(closeAndFail)
  try {
    const uploadsFolder = join(settings.dataDir, 'uploads')
    const folder = await diskStorage(uploadsFolder)
    const storage = settings.s3 ? s3Storage(settings.s3) : folder
    await checkToken(db, chain)
    const clock = () => new Date()
    if (await wantsDemo(db, settings)) {
      const wallet = makeWallet({ db, chain, secret: walletSecret, now: clock, log: () => undefined })
      const welcomeGift = toHundredths(settings.association.welcome.val)
      await seedDemo({ db, storage, wallets: wallet.service, welcomeGift, now: clock() })
    }
    const app = await buildApp({
      db,
      settings,
      authSecret: settings.authSecret ?? (await loadOrCreateSecret(settings.dataDir, 'auth')),
      walletSecret,
      chain,
      isChainIsolated: isIsolated,
      storage,
      uploadsFolder,
      clock,
      logLevel: settings.production ? 'info' : 'warn',
      pages: isDevelopment ? 'development' : 'production',
      schedule: SCHEDULE,
    })
    await app.listen({ port: settings.port, host: settings.host }).catch(async (error) => {
      await app.close()
      throw explainPortError(error, settings)
    })
    if (!settings.production) {
      const hasMailbox = settings.mail.smtpUrl === undefined
      process.stdout.write(startupMessage({ url: settings.site.publicUrl, hasDemo: await hasDemo(db), hasMailbox }))
    }
    tellServiceManager('READY=1')
    await stopSignal
    tellServiceManager('STOPPING=1')
    app.drain.start()
    await sleep(settings.drainSeconds * 1_000)
    await app.close()
  } finally {
    await closeChain()
    await close()
  }
}

try {
  await serve()
  process.exit(0)
} catch (error) {
  // What an operator can mend is reported in one line, any other error with its stack.
  const isPlain = error instanceof SettingError || error instanceof StartFailure
  const details = error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${isPlain ? error.message : details}\n`)
  process.exit(error instanceof SettingError ? EX_CONFIG : 1)
}
