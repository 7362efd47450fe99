import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import serverProcess from '../scripts/server-process.json' with { type: 'json' }

// Attack and fault tests; each annotates what it tried and how often. SIEGE=long makes them large.
// The limit stops tests that hang; it is generous because the number of inputs is fixed and machines differ in speed.
const LIMIT_MS = process.env.SIEGE === 'long' ? 6 * 60 * 60 * 1000 : 300_000
const root = join(import.meta.dirname, '..')

export default defineConfig({
  root,
  test: {
    name: 'siege',
    pool: 'forks',
    isolate: false,
    // Tests that run the server's jobs in their own process measure its memory as with npm start.
    execArgv: serverProcess.flags,
    // More workers than cores, because the tests mostly wait for timeouts and restarts.
    maxWorkers: 3,
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    include: ['test/{attacks,faults}/**/*.siege.ts'],
    globalSetup: 'test/global-setup.ts',
    reporters: [join(root, 'test/siege-report.ts')],
  },
})
