import { defineConfig } from 'vitest/config'
import { hasPostgres15 } from './test/postgres-15.ts'

const TIMEOUT = 60_000
// `npm run test:all`, or the quick part of it that `npm test` runs.
const isAll = process.env.TESTS === 'all'

const shared = {
  pool: 'forks',
  isolate: false,
  testTimeout: TIMEOUT,
  hookTimeout: TIMEOUT,
  // One second, the default, is too short for what a busy machine does in the background.
  expect: { poll: { timeout: TIMEOUT / 3 } },
} as const

// The subjects whose work is done in the database are tested on the embedded server, and again on Debian's PostgreSQL 15
// where it is installed, as on the oldest server that an association may bring.
const DATABASE_SUBJECTS = 'platform/db,platform/limits,market/listings,market/reviews,market/search,exchange/orders'
const onPostgres15 = {
  test: {
    ...shared,
    name: 'postgres-15',
    include: [`server/{${DATABASE_SUBJECTS}}/**/*.test.ts`],
    // Tests of audiences and input validation, which do not depend on the database, of a large table, which take long, and of
    // replicas, which start servers of their own.
    exclude: ['server/**/{saving,large,replicas}.test.ts'],
    globalSetup: 'test/postgres-15-setup.ts',
  },
}

export default defineConfig({
  test: {
    maxWorkers: 3,
    tags: [{ name: 'slow', description: 'Not in npm test, only in npm run test:all.' }],
    ...(isAll ? {} : { tagsFilter: ['!slow'] }),
    projects: [
      {
        test: {
          ...shared,
          name: 'piazza',
          include: ['{demo,domain,server,test,token,web}/**/*.test.ts', 'scripts/**/*.test.mjs'],
          globalSetup: 'test/global-setup.ts',
        },
      },
      ...(isAll && hasPostgres15 ? [onPostgres15] : []),
    ],
  },
})
