// Checks the tests of the token: `npm run token -- mutate` puts each fault of mutants.ts into a copy of the contracts, runs
// the tests on it and fails if one passes them all. A word as argument picks the faults that contain it.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forge } from './forge.ts'
import { MUTANTS, type Mutant } from './mutants.ts'

type Suites = Record<string, { test_results: Record<string, { status: string }> }>

// Few runs: a fault must be caught reliably, not by a lucky fuzz run.
const SHORT = { FOUNDRY_FUZZ_RUNS: '48', FOUNDRY_INVARIANT_RUNS: '8', FOUNDRY_INVARIANT_SHRINK_RUN_LIMIT: '0' }

const failedTests = (root: string, scale: boolean): string[] => {
  // Any edit changes the artifact and the gas cost, so these tests would fail for every mutant.
  const skipped = scale ? 'Artifact|Gas' : 'Artifact|Gas|Million|Sweep'
  const run = forge(['test', '--json', '--no-match-contract', skipped], { root, env: SHORT, stdout: 'pipe' })
  if (!run.stdout?.startsWith('{')) throw new Error(`forge ran no tests:\n${run.stdout}${run.stderr}`)
  const suites: Suites = JSON.parse(run.stdout)
  return Object.values(suites).flatMap((suite) =>
    Object.entries(suite.test_results).flatMap(([name, { status }]) => (status === 'Failure' ? [name] : [])),
  )
}

const applyMutant = ({ file, edits, fault }: Mutant, root: string) => {
  const path = join(root, 'contracts', file)
  let source = readFileSync(path, 'utf8')
  for (const [from, to] of edits) {
    if (source.split(from).length !== 2) throw new Error(`"${fault}": ${file} does not contain "${from}" exactly once`)
    source = source.replace(from, () => to)
  }
  writeFileSync(path, source)
}

const failuresWith = (mutant?: Mutant): string[] => {
  const root = mkdtempSync(join(tmpdir(), 'val-mutant-'))
  try {
    for (const part of ['contracts', 'test', 'foundry.toml', 'artifact.json'])
      cpSync(join(import.meta.dirname, part), join(root, part), { recursive: true })
    if (mutant) applyMutant(mutant, root)
    return failedTests(root, mutant?.scale === true)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

const print = (line: string) => process.stdout.write(`${line}\n`)

const original = failuresWith()
if (original.length > 0) throw new Error(`The original fails already: ${original.join(', ')}`)

const wanted = MUTANTS.filter(({ fault }) => fault.includes(process.argv[2] ?? ''))
let survivors = 0
for (const mutant of wanted) {
  const failed = failuresWith(mutant)
  if (failed.length === 0) survivors++
  // Prefer the name of a unit test over that of a fuzz test.
  const example = failed.find((name) => name.startsWith('test_')) ?? failed[0]
  const verdict = failed.length === 0 ? 'SURVIVED' : `${String(failed.length).padStart(2)} fail, such as ${example}`
  print(`${mutant.file.padEnd(16)} ${mutant.fault.padEnd(40)} ${verdict}`)
}
print(`${wanted.length - survivors} of ${wanted.length} faults caught`)
process.exitCode = survivors === 0 ? 0 : 1
