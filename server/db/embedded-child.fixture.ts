// A Piazza reduced to its database, for tests that kill it (arguments: folder, durable?): says "aperta" once open, or why it could not.
import { startEmbeddedDatabase } from './embedded.ts'

try {
  const database = await startEmbeddedDatabase(process.argv[2] ?? '', { durable: process.argv[3] === 'durable' })
  process.once('SIGTERM', () => database.stop())
  process.stdout.write('aperta\n')
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`)
}
