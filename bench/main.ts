import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchAdministration } from '#bench/administration.ts'
import { benchAlerts } from '#bench/alerts.ts'
import { drawGrowth } from '#bench/curves.ts'
import { benchDay } from '#bench/day.ts'
import { benchExports } from '#bench/exports.ts'
import { benchLighthouse } from '#bench/lighthouse.ts'
import { benchMatches } from '#bench/matches.ts'
import { benchMembers } from '#bench/members.ts'
import { benchRequests } from '#bench/requests.ts'
import { benchRest } from '#bench/rest.ts'
import { benchRings } from '#bench/rings.ts'
import { benchSearch, type Growth } from '#bench/search.ts'
import { benchSignIn } from '#bench/sign-in.ts'
import { benchStart } from '#bench/start.ts'
import { benchStatement } from '#bench/statement.ts'
import { benchWeight } from '#bench/weight.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } })
const quick = values.quick ?? false

const BENCHMARKS = {
  search: () => benchSearch(quick ? 200 : 600),
  alerts: () => (quick ? benchAlerts(10_000, 2_000, 10) : benchAlerts(1_000_000, 100_000, 50)),
  statement: () => benchStatement(quick ? 1_000 : 5_000),
  requests: () => (quick ? benchRequests(3, [10_000]) : benchRequests(5)),
  members: () => (quick ? benchMembers(50, [10_000]) : benchMembers(200)),
  administration: () => (quick ? benchAdministration(10_000, 5) : benchAdministration(1_000_000, 20)),
  exports: () => (quick ? benchExports(10_000, 1_000_000) : benchExports(1_000_000, 30_000_000)),
  matches: () => benchMatches(quick ? 10_000 : 1_000_000, quick ? 300 : 1_000),
  rings: () => benchRings(quick),
  day: () => benchDay(quick ? 15 : 60),
  'sign-in': () => benchSignIn(quick ? 3 : 10),
  rest: () => benchRest(quick ? 60 : 180),
  start: () => benchStart(quick ? 1 : 3),
  weight: () => benchWeight(),
  lighthouse: () => benchLighthouse(quick ? 1 : 3),
}

if (values.only && !(values.only in BENCHMARKS))
  throw new Error(`--only takes one of: ${Object.keys(BENCHMARKS).join(', ')}`)

const RESULTS = join(import.meta.dirname, quick ? 'results-quick.json' : 'results.json')
// With --only, the results of the other benchmarks are kept.
const results: Record<string, unknown> = existsSync(RESULTS) ? JSON.parse(await readFile(RESULTS, 'utf8')) : {}
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (values.only && values.only !== name) continue
  const rows = await run()
  results[name] = rows
  process.stdout.write(`\n${name}\n`)
  console.table(rows)
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}
if (results.search)
  await writeFile(join(import.meta.dirname, '..', 'docs', 'growth.svg'), drawGrowth(results.search as Growth[]))
