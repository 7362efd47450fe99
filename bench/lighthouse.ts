import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { start } from '#bench/server.ts'
import { CHROMIUM } from '../e2e/browser.ts'

const LIGHTHOUSE = fileURLToPath(new URL('../cli/index.js', import.meta.resolve('lighthouse')))
const CHROME_FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Scores = Record<(typeof CATEGORIES)[number], number>
type PageScore = { page: string } & Scores

/** Lighthouse mobile scores with the demo data: those of the run with the median performance. */
export const benchLighthouse = async (runs: number): Promise<PageScore[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'piazza-lighthouse-'))
  const piazza = await start(join(folder, 'data'), { DEMO: '1', NODE_ENV: 'development' })
  try {
    const table: PageScore[] = []
    for (const [page, path] of Object.entries(await pagesOf(piazza.origin))) {
      const scores: Scores[] = []
      for (let run = 0; run < runs; run++) scores.push(await measure(piazza.origin + path, join(folder, 'report.json')))
      const median = scores.toSorted((a, b) => a.performance - b.performance)[Math.floor(runs / 2)]
      if (median) table.push({ page, ...median })
    }
    return table
  } finally {
    await piazza.end()
    await rm(folder, { recursive: true, force: true })
  }
}

const pagesOf = async (origin: string): Promise<Record<string, string>> => {
  const { products } = await (await fetch(`${origin}/api/products?section=offro`)).json()
  return { home: '/', search: '/search', product: `/product/${products[0]._id}`, 'sign-in': '/signin' }
}

const measure = async (url: string, report: string): Promise<Scores> => {
  const args = [
    LIGHTHOUSE,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    `--chrome-flags=${CHROME_FLAGS}`,
  ]
  const options = { env: { ...process.env, CHROME_PATH: CHROMIUM }, maxBuffer: 64 * 1024 * 1024 }
  const run = () => promisify(execFile)(process.execPath, args, options)
  // Three attempts: occasionally the browser's trace is incomplete and Lighthouse fails.
  await run().catch(run).catch(run)
  const { categories } = JSON.parse(await readFile(report, 'utf8'))
  return Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)])) as Scores
}
