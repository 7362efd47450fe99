import { join } from 'node:path'
import { hasDemo, seedDemo, wantsDemo } from '#demo/seed.ts'
import { buildApp } from '#server/app.ts'
import { openChain } from '#server/chain/open.ts'
import { openDatabase } from '#server/db/open.ts'
import { greeting } from '#server/greeting.ts'
import { loadOrCreateSecret } from '#server/secrets.ts'
import { readSettings, SettingError } from '#server/settings.ts'
import { diskStorage } from '#server/uploads/disk.ts'
import { s3Storage } from '#server/uploads/s3.ts'
import { restoreChain } from '#server/wallet/restore.ts'

// Listened for from the first moment: a signal that comes while things are still opening closes them in order too.
const toldToStop = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
})

const serve = async (): Promise<void> => {
  const settings = readSettings(process.env)
  const { db, close } = await openDatabase({ ...settings, log: (line) => process.stderr.write(`${line}\n`) })
  const { chain, close: closeChain } = await openChain({
    dataDir: settings.dataDir,
    settings: settings.chain,
    restore: (provider, parts) => restoreChain(db, provider, parts),
    log: (line) => process.stderr.write(`${line}\n`),
  }).catch(async (error) => {
    await close()
    throw error
  })
  try {
    const uploadsFolder = join(settings.dataDir, 'uploads')
    const folder = await diskStorage(uploadsFolder)
    const storage = settings.s3 ? s3Storage(settings.s3) : folder
    if (await wantsDemo(db, settings)) await seedDemo(db, storage, new Date())
    const app = await buildApp({
      db,
      settings,
      authSecret: settings.authSecret ?? (await loadOrCreateSecret(settings.dataDir, 'auth')),
      walletSecret: settings.walletSecret ?? (await loadOrCreateSecret(settings.dataDir, 'wallet')),
      chain,
      storage,
      uploadsFolder,
      clock: () => new Date(),
      logLevel: settings.production ? 'info' : 'warn',
      pages: process.argv.includes('--dev') ? 'development' : 'production',
    })
    await app.listen({ port: settings.port, host: settings.host })
    if (!settings.production) {
      const hasMailbox = settings.mail.smtpUrl === undefined
      process.stdout.write(greeting({ url: settings.site.publicUrl, hasDemo: await hasDemo(db), hasMailbox }))
    }
    await toldToStop
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
  // One line for what people can mend themselves; the whole story for what they cannot.
  const story = error instanceof Error ? error.stack : String(error)
  process.stderr.write(`${error instanceof SettingError ? error.message : story}\n`)
  process.exit(1)
}
