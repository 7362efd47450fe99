import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { benchList } from '#bench/list.ts'

const quick = process.argv.includes('--quick')
const list = await benchList(quick ? 3 : 10)
const table = list.map(({ what, perSecond, ofBare, cpuMs, p50, p99, errors }) => ({
  'che cosa': what,
  'richieste/s': Math.round(perSecond),
  'rispetto a Fastify nudo': `${(ofBare * 100).toFixed(1)} %`,
  'ms di CPU': cpuMs.toFixed(3),
  p50,
  p99,
  errori: errors,
}))
console.table(table)
await writeFile(join(import.meta.dirname, 'results.json'), `${JSON.stringify({ list }, null, 2)}\n`)
