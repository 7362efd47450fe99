import { join } from 'node:path'
import { type Program, startProgram } from '#test/program.ts'
import serverProcess from '../scripts/server-process.json' with { type: 'json' }

const MAIN = join(import.meta.dirname, '..', 'server', 'main.ts')
const SECRET = 'only for measuring, on this machine alone'

/** Starts Piazza in production mode on a data folder. The folder's name in the command line identifies its processes for CPU accounting. */
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
      ...env,
    },
    { isMeasured: true },
  )
