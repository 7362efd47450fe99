import { join } from 'node:path'
import { type Program, startProgram } from '#test/program.ts'
import serverProcess from '../scripts/server-process.json' with { type: 'json' }

const MAIN = join(import.meta.dirname, '..', 'server', 'main.ts')
export const SECRET = 'secret for benchmarks, never in production'

/**
 * Starts Piazza on a data folder, in production mode unless `env` says otherwise. `--data` has no effect on the
 * server: it lets `cpuMsOfCommand` find its processes by the folder.
 */
export const start = (dataDir: string, env: Record<string, string> = {}): Promise<Program> =>
  startProgram(
    [...serverProcess.flags, MAIN, `--data=${dataDir}`],
    {
      ...serverProcess.environment,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      AUTH_SECRET: SECRET,
      WALLET_SECRET: SECRET,
      PUBLIC_URL: 'http://localhost:3000',
      DEMO: '0',
      SMTP_URL: 'none',
      DRAIN_SECONDS: '0',
      ...env,
    },
    { isMeasured: true },
  )
