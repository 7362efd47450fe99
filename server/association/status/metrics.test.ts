import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noteBackup } from '#server/association/backups/record.ts'
import { measureParts } from '#server/association/status/metrics.ts'
import { connect } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import { jobs } from '#server/platform/jobs/jobs.ts'
import { absentChain } from '#test/chain.ts'
import { anOwnPiazza, aPiazza } from '#test/fixtures.ts'
import { aPiazzaWithChain } from '#test/piazza-with-chain.ts'

const MONITORING = join(import.meta.dirname, '..', '..', '..', 'deploy', 'monitoring')
const PROMTOOL = '/usr/bin/promtool'
const WAIT = { timeout: 60_000 }
const run = promisify(execFile)

const scrape = async (origin: string) => {
  const text = await (await fetch(`${origin}/metrics`)).text()
  /** Returns the value of a sample; undefined if there is none. */
  const sampleOf = (sample: string): number | undefined => {
    const line = text.split('\n').find((one) => one.startsWith(`${sample} `))
    return line === undefined ? undefined : Number(line.slice(sample.length))
  }
  return { text, sampleOf }
}

type Dashboard = { panels: { targets: { expr: string }[] }[] }
const dashboardExpressions = async (): Promise<string[]> => {
  const { panels }: Dashboard = JSON.parse(await readFile(join(MONITORING, 'grafana.json'), 'utf8'))
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
}

test('the metrics tell of mails, jobs, chain, pool, disk, cache, backup and version', async () => {
  const gas = { gas: 'treasury' as const, gasPrice: async () => 2_000_000_000n, etherOf: async () => 3n * 10n ** 17n }
  const piazza = await aPiazzaWithChain({
    wrap: (chain) => ({ ...chain, ...gas }),
    env: { SMTP_URL: 'smtp://127.0.0.1:1' },
  })
  await piazza.db.execute(sql`
    insert into mail (recipient, subject, text, html, created_at, given_up_at) values
      ('a@esempio.test', 's', '', '', now() - interval '2 hours', null),
      ('b@esempio.test', 's', '', '', now() - interval '3 hours', now())`)
  await noteBackup(piazza.db, new Date('2026-06-01T03:00:00Z'))
  await vi.waitFor(async () => {
    const { sampleOf, text } = await scrape(piazza.origin)
    expect(sampleOf('piazza_job_runs_total{task="follow-chain",outcome="success"}')).toBeGreaterThan(0)
    expect(sampleOf('piazza_mail_waiting')).toBe(1)
    expect(sampleOf('piazza_mail_given_up')).toBe(1)
    expect(sampleOf('piazza_mail_oldest_age_seconds')).toBeCloseTo(7_200, -2)
    expect(sampleOf('piazza_jobs_failing')).toBe(0)
    expect(sampleOf('piazza_job_last_success_timestamp_seconds{task="follow-chain"}')).toBeGreaterThan(1.7e9)
    expect(sampleOf('piazza_chain_height')).toBeGreaterThan(0)
    expect(sampleOf('piazza_chain_lag_blocks')).toBe(0)
    expect(sampleOf('piazza_chain_transactions_waiting')).toBe(0)
    expect(sampleOf('piazza_treasury_ether')).toBe(0.3)
    expect(sampleOf('piazza_treasury_transactions_left')).toBe(1_000)
    expect(sampleOf('piazza_database_connections{state="waiting"}')).toBe(0)
    expect(sampleOf('piazza_database_pool_size')).toBeGreaterThan(0)
    expect(sampleOf('piazza_database_size_bytes')).toBeGreaterThan(1e6)
    expect(sampleOf('piazza_disk_free_bytes')).toBeGreaterThan(0)
    expect(sampleOf('piazza_disk_size_bytes')).toBeGreaterThan(sampleOf('piazza_disk_free_bytes') ?? 0)
    expect(sampleOf('piazza_last_backup_timestamp_seconds')).toBe(1_780_282_800)
    expect(text).toMatch(/^piazza_build_info\{version="[\d.]+",node="[\d.]+"\} 1$/m)
  }, WAIT)
})

test('a job that fails is counted', async () => {
  const piazza = await anOwnPiazza()
  await jobs.add(piazza.db, 'tell-transfer', { id: 'not an id' })
  await vi.waitFor(async () => {
    const { sampleOf } = await scrape(piazza.origin)
    expect(sampleOf('piazza_job_runs_total{task="tell-transfer",outcome="failure"}')).toBeGreaterThan(0)
    expect(sampleOf('piazza_jobs_failing')).toBe(1)
  }, WAIT)
})

test('without database and chain the metrics are answered, and state nothing about them', async () => {
  const db = connect('postgres://nobody@127.0.0.1:1/nothing')
  const piazza = await aPiazza({ db })
  const { text, sampleOf } = await scrape(piazza.origin)
  expect(text).toMatch(/^# TYPE piazza_mail_waiting gauge$/m)
  for (const name of [
    'piazza_mail_waiting',
    'piazza_jobs_waiting',
    'piazza_chain_height',
    'piazza_database_size_bytes',
  ])
    expect(sampleOf(name)).toBeUndefined()
  expect(sampleOf('piazza_disk_free_bytes')).toBeGreaterThan(0)
  await db.close()
})

test('a scrape does not wait for parts that never answer, and has the others', async () => {
  const never = () => new Promise<never>(() => undefined)
  const { db } = await anOwnPiazza()
  const registry = new Registry()
  const { refresh } = measureParts(registry, {
    db,
    version: '1.0.0',
    folder: '/',
    now: () => new Date(),
    chain: { ...absentChain(), head: never },
    store: { lastBackup: never },
    probes: {
      hasMailServer: true,
      latest: () =>
        new Map([
          ['mail', ''],
          ['chain', 'Non risponde.'],
        ]),
    },
    readQueue: never,
    readRecordedChain: never,
    mail: { queue: async () => ({ waiting: 3, oldest: null, givenUp: 0, lastErrors: [] }) },
  })
  await refresh()
  const text = await registry.metrics()
  expect(text).toMatch(/^piazza_mail_waiting 3$/m)
  expect(text).toMatch(/^piazza_mail_oldest_age_seconds 0$/m)
  expect(text).toMatch(/^piazza_part_up\{part="mail"\} 1$/m)
  expect(text).toMatch(/^piazza_part_up\{part="chain"\} 0$/m)
  expect(text).not.toMatch(/^piazza_(jobs|chain)_\w+ /m)
})

test('every metric of the alarms and of the dashboard is in the metrics of a server', async () => {
  const piazza = await anOwnPiazza()
  const { text } = await scrape(piazza.origin)
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const rules = await readFile(join(MONITORING, 'alerts.yml'), 'utf8')
  const expressions = [rules, ...(await dashboardExpressions())].join('\n')
  const used = expressions.match(/\b(piazza|http|response_cache|process|nodejs)_\w+/g) ?? []
  const names = [...new Set(used.map((name) => (known.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''))))]
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !known.has(name))).toEqual([])
  // And each of our metrics is used by an alarm or by the dashboard.
  const own = [...known].filter((name) => name?.startsWith('piazza_'))
  expect(own.filter((name) => !names.includes(name ?? ''))).toEqual([])
})

test('the instructions name every alarm', async () => {
  const [rules, instructions] = await Promise.all([
    readFile(join(MONITORING, 'alerts.yml'), 'utf8'),
    readFile(join(MONITORING, '..', '..', 'docs', 'operating.md'), 'utf8'),
  ])
  const alarms = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect(alarms.length).toBeGreaterThan(10)
  expect(alarms.filter((name) => !instructions.includes(`| \`${name}\` |`))).toEqual([])
})

test('Prometheus accepts the alarms, the dashboard and the configuration, and the alarms fire when they should', {
  tags: 'slow',
}, async ({ skip }) => {
  skip(!existsSync(PROMTOOL), 'needs promtool: apt-get install prometheus')
  const promtool = (...args: string[]) => run(PROMTOOL, args, { cwd: MONITORING })
  await promtool('check', 'rules', 'alerts.yml')
  await promtool('test', 'rules', 'alerts.test.yml')
  await promtool('check', 'config', '--syntax-only', 'prometheus.yml')
  const folder = await mkdtemp(join(tmpdir(), 'piazza-metrics-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const rules = (await dashboardExpressions()).map((expr, index) => ({ record: `panel_${index}`, expr }))
  // JSON is valid YAML.
  await writeFile(join(folder, 'dashboard.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  await promtool('check', 'rules', join(folder, 'dashboard.yml'))
})
