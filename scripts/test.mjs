import { parseArgs } from 'node:util'
import { prepareFoundry } from './foundry.mjs'
import { install } from './install.mjs'
import { duration, print } from './progress.mjs'
import { add, closingLine, none } from './testing/counts.mjs'
import { installDebianPackages } from './testing/debian.mjs'
import { ALL, QUICK } from './testing/steps.mjs'

const { values } = parseArgs({ options: { all: { type: 'boolean' }, only: { type: 'string', multiple: true } } })
const stages = values.all ? ALL : QUICK

function chosenNames() {
  const names = stages.flat().map(({ name }) => name)
  const only = values.only?.flatMap((list) => list.split(',')) ?? names
  const unknown = only.find((name) => !names.includes(name))
  if (unknown === undefined) return only
  print(`Nessuna prova si chiama «${unknown}». Le prove sono: ${names.join(', ')}.\n`)
  process.exit(2)
}

const verdict = ({ passed, failed, skipped }) => {
  if (passed + failed + skipped === 1) {
    if (skipped === 1) return 'saltata'
    return failed === 0 ? 'a posto' : 'non va'
  }
  return `${passed} riuscite, ${failed} fallite${skipped > 0 ? `, ${skipped} saltate` : ''}`
}

async function show({ name, work }) {
  const began = performance.now()
  const { output, ...counts } = await work()
  const details = counts.failed > 0 ? `\n${output.trim()}\n\n` : ''
  process.stdout.write(`${name.padEnd(8)}${verdict(counts)} (${duration(performance.now() - began)})\n${details}`)
  return counts
}

const only = chosenNames()
await install()
await prepareFoundry(['anvil', 'forge'])
await installDebianPackages(values.all ? 'all' : 'test')

let total = none
for (const stage of stages) {
  const results = await Promise.all(stage.filter(({ name }) => only.includes(name)).map(show))
  total = results.reduce(add, total)
}
process.stdout.write(`\n${closingLine(total)}\n`)
process.exitCode = total.failed > 0 ? 1 : 0
