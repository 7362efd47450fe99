import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Attacks and faults, each a test that tells in an annotation what it tried and how often; SIEGE=long makes them large.
const LIMIT_MS = process.env.SIEGE === 'long' ? 6 * 60 * 60 * 1000 : 120_000
const root = join(import.meta.dirname, '..')

export default defineConfig({
  root,
  test: {
    name: 'siege',
    pool: 'forks',
    isolate: false,
    // Much of it is waiting: for what hangs, for what was killed to come back.
    maxWorkers: 3,
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    include: ['test/{attacks,faults}/**/*.siege.ts'],
    globalSetup: 'test/global-setup.ts',
    reporters: [join(root, 'test/siege-report.ts')],
  },
})
