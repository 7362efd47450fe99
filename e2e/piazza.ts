import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '#test/program.ts'

const MAIN = join(import.meta.dirname, '..', 'server', 'main.ts')

/** A temporary data folder. */
export const aFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'piazza-e2e-'))

/** Starts the built server on a free port; in an empty folder it creates the demo data. */
export const openPiazza = async (dataDir: string, env: Record<string, string> = {}) => {
  const { port, end } = await startProgram([MAIN], {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PUBLIC_URL: '',
    DATABASE_URL: '',
    // All tests use one IP address.
    RATE_LIMITS: 'off',
    QUIET_HOURS: 'off',
    ...env,
  })
  return { origin: `http://localhost:${port}`, close: () => end() }
}
