import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/open.ts'
import { hasDemo, seedDemo, wantsDemo } from '#server/demo/seed.ts'
import { greeting } from '#server/greeting.ts'
import { keepSecret } from '#server/secrets.ts'
import { readSettings, SettingError } from '#server/settings.ts'
import { diskStorage } from '#server/uploads/disk.ts'

const start = async () => {
  const settings = readSettings(process.env)
  const development = process.argv.includes('--dev')
  const { db, close } = await openDatabase(settings)
  try {
    const uploadsFolder = join(settings.dataDir, 'uploads')
    const storage = await diskStorage(uploadsFolder)
    if (await wantsDemo(db, settings)) await seedDemo(db, storage, new Date())
    const app = await buildApp({
      db,
      settings,
      authSecret: settings.authSecret ?? (await keepSecret(settings.dataDir, 'auth')),
      uploadsFolder,
      clock: () => new Date(),
      logLevel: settings.production ? 'info' : 'warn',
      pages: development ? 'development' : 'production',
    })
    await app.listen({ port: settings.port, host: settings.host })
    if (!settings.production)
      process.stdout.write(greeting({ url: settings.site.publicUrl, hasDemo: await hasDemo(db) }))
    const stop = async () => {
      await app.close()
      await close()
      process.exit(0)
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  } catch (error) {
    await close()
    throw error
  }
}

start().catch((error: unknown) => {
  // One line for what people can mend themselves; the whole story for what they cannot.
  process.stderr.write(
    error instanceof SettingError ? `${error.message}\n` : `${error instanceof Error ? error.stack : error}\n`,
  )
  process.exit(1)
})
