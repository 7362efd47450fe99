import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '#test/program.ts'

const MAIN = join(import.meta.dirname, '..', 'server', 'main.ts')

/** A folder for one Piazza, gone when it closes. */
export const aFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'piazza-e2e-'))

/** A built Piazza on a port of its own; in an empty folder it makes its demo data, as a newcomer's does. */
export const openPiazza = async (dataDir: string) => {
  const { port, end } = await startProgram([MAIN], {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PUBLIC_URL: '',
    DATABASE_URL: '',
    // Everybody in these journeys comes from one place.
    RATE_LIMITS: 'off',
  })
  return { origin: `http://localhost:${port}`, close: () => end() }
}
