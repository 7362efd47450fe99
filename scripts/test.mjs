import { parseArgs } from 'node:util'
import { install } from './install.mjs'
import { duration, say } from './say.mjs'
import { add, closingLine, none } from './testing/counts.mjs'
import { bringDebianPrograms } from './testing/debian.mjs'
import { ROWS } from './testing/steps.mjs'

const NAMES = ROWS.flat().map(({ name }) => name)

function chosenNames() {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
  const only = values.only?.flatMap((names) => names.split(',')) ?? NAMES
  const unknown = only.find((name) => !NAMES.includes(name))
  if (unknown === undefined) return only
  say(`Nessuna prova si chiama «${unknown}»: ${NAMES.join(', ')}.\n`)
  process.exit(2)
}

const verdict = ({ passed, failed, skipped }) => {
  if (passed + failed + skipped === 1) return failed === 0 ? 'a posto' : 'non va'
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
await bringDebianPrograms()

let total = none
for (const row of ROWS) {
  const results = await Promise.all(row.filter(({ name }) => only.includes(name)).map(show))
  total = results.reduce(add, total)
}
process.stdout.write(`\n${closingLine(total)}\n`)
process.exitCode = total.failed > 0 ? 1 : 0
