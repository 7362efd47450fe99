// A Piazza reduced to its database, for tests that kill it: says "aperta" once open, or why it could not.
import { startEmbeddedDatabase } from './start.ts'

try {
  const database = await startEmbeddedDatabase(process.argv[2] ?? '', { durable: false })
  process.once('SIGTERM', () => database.stop())
  process.stdout.write('aperta\n')
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`)
}
