import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfChanged } from '../build.mjs'
import { projectEnvironment } from '../environment.mjs'
import { runCaptured } from '../run.mjs'
import {
  forgeCounts,
  forgeFailures,
  oneCheck,
  playwrightCounts,
  playwrightFailures,
  vitestCounts,
  vitestFailures,
} from './counts.mjs'
import { chromium } from './debian.mjs'
import { fastTempFolder } from './temp-folder.mjs'

// A step that hangs is ended. The token tests take long where Foundry is emulated.
const LIMIT = 2_700_000

// Output is captured, so the tools cannot detect the terminal.
const IN_COLOUR = process.stdout.isTTY
const colour = IN_COLOUR ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
// Playwright sets FORCE_COLOR for its workers, and Node warns when both are there.
const playwrightColour = IN_COLOUR ? colour : { NO_COLOR: undefined, FORCE_COLOR: '0' }

const TMPDIR = fastTempFolder()

const run = (command, args, env = {}) =>
  runCaptured(command, args, { env: { ...projectEnvironment(), TMPDIR, ...colour, ...env }, limit: LIMIT })

const once = (work) => {
  let result
  return () => {
    result ??= work()
    return result
  }
}

// tsc and knip both read the generated route types.
const routeTypes = once(() => run('react-router', ['typegen']))
const pages = once(buildIfChanged)

const check = async (...works) => {
  for (const work of works) {
    const { code, output } = await work()
    if (code !== 0) return { ...oneCheck(code), output }
  }
  return { ...oneCheck(0), output: '' }
}

/** Runs a test runner that writes a JSON report into a file, and reads counts and failures from it. */
async function runReporting(countsOf, failuresOf, start) {
  const folder = mkdtempSync(join(tmpdir(), 'piazza-test-'))
  const file = join(folder, 'report.json')
  try {
    const { code, output } = await start(file)
    if (!existsSync(file)) return { ...oneCheck(code || 1), output }
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return { ...countsOf(report, code), output: failuresOf(report) || output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const runVitest = (args, env) =>
  runReporting(vitestCounts, vitestFailures, (file) =>
    run('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], {
      NODE_ENV: 'test',
      ...env,
    }),
  )

const afterBuild = async (work) => {
  const { code } = await pages()
  return code === 0 ? work() : { ...oneCheck(code), output: 'Le pagine non si sono costruite: vedi build.\n' }
}

async function token(profile) {
  const { code, output, stdout } = await run('node', ['token/forge.ts', 'test', '--json'], { FOUNDRY_PROFILE: profile })
  const json = stdout.split('\n').find((line) => line.startsWith('{'))
  if (!json) return { ...oneCheck(code || 1), output }
  const report = JSON.parse(json)
  return { ...forgeCounts(report, code), output: forgeFailures(report) || output.replace(json, '') }
}

async function browserTests(tests) {
  if (!existsSync(chromium)) {
    const output = `Manca Chromium (${chromium}): apt-get install chromium-headless-shell, oppure CHROMIUM_PATH con il suo percorso.\n`
    return { ...oneCheck(1), output }
  }
  return runReporting(playwrightCounts, playwrightFailures, (file) =>
    run('playwright', ['test', '--reporter=line,json'], {
      ...playwrightColour,
      TESTS: tests,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    }),
  )
}

const CHECKS = [
  [
    { name: 'types', work: () => check(routeTypes, () => run('tsc', ['-p', '.'])) },
    { name: 'lint', work: () => check(() => run('biome', ['ci', `--colors=${IN_COLOUR ? 'force' : 'off'}`, '.'])) },
    { name: 'unused', work: () => check(routeTypes, () => run('knip', [])) },
  ],
  [{ name: 'build', work: () => check(pages) }],
]

const siege = (size) => afterBuild(() => runVitest(['--config', 'test/siege.config.ts'], { SIEGE: size }))

/** `npm test`. The steps of a stage run in parallel, the stages one after the other. */
export const QUICK = [
  ...CHECKS,
  [{ name: 'vitest', work: () => runVitest([], {}) }],
  [{ name: 'siege', work: () => siege('quick') }],
  [{ name: 'token', work: () => token('quick') }],
  [{ name: 'e2e', work: () => afterBuild(() => browserTests('quick')) }],
]

/** `npm run test:all`. */
export const ALL = [
  ...CHECKS,
  [{ name: 'vitest', work: () => runVitest([], { TESTS: 'all' }) }],
  [{ name: 'siege', work: () => siege('short') }],
  [{ name: 'token', work: () => token('default') }],
  [{ name: 'mutants', work: () => check(() => run('node', ['token/mutate.ts'])) }],
  [{ name: 'e2e', work: () => afterBuild(() => browserTests('all')) }],
]
