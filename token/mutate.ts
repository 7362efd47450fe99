// Checks the tests of the token: `node token/mutate.ts` puts each fault of mutants.ts into a copy of the contracts, runs
// the tests on it and fails if one passes them all. A word as argument picks the faults that contain it.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forge } from './forge.ts'
import { MUTANTS, type Mutant } from './mutants.ts'

type Suites = Record<string, { test_results: Record<string, { status: string }> }>

// Shorter than in `npm test`: a fault that needs luck to be found is found by too little.
const SHORT = { FOUNDRY_FUZZ_RUNS: '48', FOUNDRY_INVARIANT_RUNS: '8', FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0' }

const failedTests = (root: string, scale: boolean): string[] => {
  // The artifact and the cost differ from the original's in any case and would catch every fault without merit.
  const skipped = scale ? 'Artifact|Gas' : 'Artifact|Gas|Million|Sweep'
  const run = forge(['test', '--json', '--no-match-contract', skipped], { root, env: SHORT, stdout: 'pipe' })
  if (!run.stdout?.startsWith('{')) throw new Error(`forge did not get to the tests:\n${run.stdout}${run.stderr}`)
  const suites: Suites = JSON.parse(run.stdout)
  return Object.values(suites).flatMap((suite) =>
    Object.entries(suite.test_results).flatMap(([name, { status }]) => (status === 'Failure' ? [name] : [])),
  )
}

const plant = ({ file, edits, fault }: Mutant, root: string) => {
  const path = join(root, 'contracts', file)
  let source = readFileSync(path, 'utf8')
  for (const [from, to] of edits) {
    if (source.split(from).length !== 2) throw new Error(`"${fault}": ${file} does not hold "${from}" exactly once`)
    source = source.replace(from, () => to)
  }
  writeFileSync(path, source)
}

const tryOut = (mutant?: Mutant): string[] => {
  const root = mkdtempSync(join(tmpdir(), 'val-mutant-'))
  try {
    for (const part of ['contracts', 'test', 'foundry.toml', 'artifact.json'])
      cpSync(join(import.meta.dirname, part), join(root, part), { recursive: true })
    if (mutant) plant(mutant, root)
    return failedTests(root, mutant?.scale === true)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

const original = tryOut()
if (original.length > 0) throw new Error(`The original fails already: ${original.join(', ')}`)

const wanted = MUTANTS.filter(({ fault }) => fault.includes(process.argv[2] ?? ''))
let survivors = 0
for (const mutant of wanted) {
  const failed = tryOut(mutant)
  if (failed.length === 0) survivors++
  // A unit test says more by its name than a fuzz test does.
  const telling = failed.find((name) => name.startsWith('test_')) ?? failed[0]
  const verdict = failed.length === 0 ? 'SURVIVED' : `${String(failed.length).padStart(2)} fail, such as ${telling}`
  say(`${mutant.file.padEnd(16)} ${mutant.fault.padEnd(40)} ${verdict}`)
}
say(`${wanted.length - survivors} of ${wanted.length} faults caught`)
process.exitCode = survivors === 0 ? 0 : 1
