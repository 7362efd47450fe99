// Starts only the embedded database, for tests that kill the process. Prints "aperta" when it is ready, or the error.
import { startEmbeddedDatabase } from './start.ts'

try {
  const database = await startEmbeddedDatabase(process.argv[2] ?? '', { durable: false })
  process.once('SIGTERM', () => database.stop())
  process.stdout.write('aperta\n')
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`)
}
