import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfChanged } from '../build.mjs'
import { ownEnvironment } from '../own-node.mjs'
import { quietly } from '../run.mjs'
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
import { quickFolder } from './quick-folder.mjs'

const LIMIT = 1_200_000

// Output is kept aside, so the tools cannot see for themselves whether a terminal will show it.
const IN_COLOUR = process.stdout.isTTY
const colour = IN_COLOUR ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
// Playwright sets FORCE_COLOR for its workers, and Node warns when both are there.
const playwrightColour = IN_COLOUR ? colour : { NO_COLOR: undefined, FORCE_COLOR: '0' }

const TMPDIR = quickFolder()

const run = (command, args, env = {}) =>
  quietly(command, args, { env: { ...ownEnvironment(), TMPDIR, ...colour, ...env }, limit: LIMIT })

const once = (work) => {
  let result
  return () => {
    result ??= work()
    return result
  }
}

// Types of the routes are generated; both the type check and the search for unused code read them.
const routeTypes = once(() => run('react-router', ['typegen']))
const pages = once(buildIfChanged)

const check = async (...works) => {
  for (const work of works) {
    const { code, output } = await work()
    if (code !== 0) return { ...oneCheck(code), output }
  }
  return { ...oneCheck(0), output: '' }
}

/** Runs a test runner that writes its JSON report into a file, and tells from there what passed and what did not. */
async function reported(countsOf, failuresOf, start) {
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

const vitest = () =>
  reported(vitestCounts, vitestFailures, (file) =>
    run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], { NODE_ENV: 'test' }),
  )

async function siege() {
  const { code } = await pages()
  if (code !== 0) return { ...oneCheck(code), output: 'Le pagine non si sono costruite: vedi build.\n' }
  return reported(vitestCounts, vitestFailures, (file) =>
    run(
      'vitest',
      ['run', '--config', 'test/siege.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      { NODE_ENV: 'test', SIEGE: 'short' },
    ),
  )
}

async function token() {
  const { code, output, stdout } = await run('node', ['token/forge.ts', 'test', '--json'])
  const json = stdout.split('\n').find((line) => line.startsWith('{'))
  if (!json) return { ...oneCheck(code || 1), output }
  const report = JSON.parse(json)
  return { ...forgeCounts(report, code), output: forgeFailures(report) || output.replace(json, '') }
}

async function journeys() {
  if (!existsSync(chromium)) {
    const output = `Manca Chromium (${chromium}): apt-get install chromium-headless-shell, oppure CHROMIUM_PATH con il suo percorso.\n`
    return { ...oneCheck(1), output }
  }
  const { code } = await pages()
  if (code !== 0) return { ...oneCheck(code), output: 'Le pagine non si sono costruite: vedi build.\n' }
  return reported(playwrightCounts, playwrightFailures, (file) =>
    run('playwright', ['test', '--reporter=line,json'], { ...playwrightColour, PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
  )
}

/** Steps of one row run side by side, rows one after the other: two cores are soon full. */
export const ROWS = [
  [
    { name: 'types', work: () => check(routeTypes, () => run('tsc', ['-p', '.'])) },
    { name: 'lint', work: () => check(() => run('biome', ['ci', `--colors=${IN_COLOUR ? 'force' : 'off'}`, '.'])) },
    { name: 'unused', work: () => check(routeTypes, () => run('knip', [])) },
  ],
  [{ name: 'build', work: () => check(pages) }],
  [{ name: 'vitest', work: vitest }],
  [{ name: 'siege', work: siege }],
  [{ name: 'token', work: token }],
  [{ name: 'e2e', work: journeys }],
]
