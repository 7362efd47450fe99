import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import serverProcess from '../scripts/server-process.json' with { type: 'json' }

// Attack and fault tests; each annotates what it tried and how often. SIEGE=long makes them large, SIEGE=quick runs those of
// QUICK only, for `npm test`.
// The limit stops tests that hang; it is generous because the number of inputs is fixed and machines differ in speed.
const HOUR_MS = 60 * 60 * 1000
const LIMIT_MS = process.env.SIEGE === 'long' ? 6 * HOUR_MS : HOUR_MS
const root = join(import.meta.dirname, '..')

// Their figures say something only of a server that has the machine to itself.
const MEASURING = [
  'test/attacks/{floods,idle-connections}.siege.ts',
  'test/faults/{market-day,rolling-restart,streams}.siege.ts',
]

// Who may do what, money and stock under races, kills and a stopped database, what a browser is sent.
const QUICK = [
  'test/attacks/{lock-order,permissions,races,web}.siege.ts',
  'test/faults/{exchange,payments-stopped}.siege.ts',
]
const isQuick = process.env.SIEGE === 'quick'

// Begun first, so that the whole run does not wait for one of them alone; the longest first.
const LONGEST = [
  'soak',
  'exchange',
  'fuzz',
  'crashes-postgres-15',
  'crashes-embedded',
  'cluster',
  'gift-decisions-kill',
  'pairs',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const longest = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}.siege.ts`)))
    return [...longest, ...sorted.filter((file) => !longest.includes(file))]
  }
}

const shared = {
  pool: 'forks',
  isolate: false,
  // Tests that run the server's jobs in their own process measure its memory as with npm start.
  execArgv: serverProcess.flags,
  testTimeout: LIMIT_MS,
  hookTimeout: LIMIT_MS,
  expect: { poll: { timeout: 60_000 } },
  globalSetup: 'test/global-setup.ts',
} as const

export default defineConfig({
  root,
  test: {
    reporters: [join(root, 'test/siege-report.ts')],
    sequence: { sequencer: LongestFirst },
    projects: [
      ...(isQuick
        ? []
        : [{ test: { ...shared, name: 'measuring', include: MEASURING, maxWorkers: 1, sequence: { groupOrder: 0 } } }]),
      {
        test: {
          ...shared,
          name: 'siege',
          include: isQuick ? QUICK : ['test/{attacks,faults}/**/*.siege.ts'],
          exclude: MEASURING,
          // More workers than cores, because the tests mostly wait for timeouts and restarts.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
