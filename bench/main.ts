import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchChainStart } from '#bench/chain-start.ts'
import { benchLighthouse } from '#bench/lighthouse.ts'
import { benchList } from '#bench/list.ts'
import { benchSearch } from '#bench/search.ts'
import { benchSignIn } from '#bench/sign-in.ts'
import { benchWeight } from '#bench/weight.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } })
const quick = values.quick ?? false

const QUESTIONS = {
  search: () => benchSearch(quick ? 200 : 600),
  list: () => benchList(quick ? 3 : 10),
  'sign-in': () => benchSignIn(quick ? 3 : 10),
  'chain-start': () => benchChainStart(quick ? 1 : 3),
  weight: () => benchWeight(),
  lighthouse: () => benchLighthouse(['/'], quick ? 1 : 3),
}

const results: Record<string, unknown> = {}
for (const [name, ask] of Object.entries(QUESTIONS)) {
  if (values.only && values.only !== name) continue
  const rows = await ask()
  results[name] = rows
  process.stdout.write(`\n${name}\n`)
  console.table(rows)
}
await writeFile(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
