import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN_SETTINGS, callerFor, signInAsAdmin } from '#bench/admin.ts'
import { withCopy } from '#bench/copy.ts'
import { ACTIONS, drawAction, type Market } from '#bench/day-actions.ts'
import { addPeople, type Person } from '#bench/day-people.ts'
import { cpuMsOfChildren, cpuMsOfProcess, residentMegabytes } from '#bench/process.ts'
import { seeded } from '#bench/seed.ts'
import { SECRET, start } from '#bench/server.ts'
import { logStatements } from '#bench/statement-log.ts'
import { attachToEmbeddedDatabase } from '#server/platform/embedded/postgres/start.ts'
import { aStreamReader } from '#test/faults/stream-reader.ts'
import { aPictureFile } from '#test/pictures.ts'
import type { Program } from '#test/program.ts'

// A market day: people act at random moments, more and more of them each step, until an action takes too long.

const LISTINGS = 10_000
const STREAMS = 200
const RATES = [10, 20, 40, 60, 80, 100, 130, 160, 200, 250, 300, 400]
/** What the slowest hundredth of any action may take. */
const TOO_LONG_MS = 500
/** Of rarer actions there are too few for a hundredth. */
const LEAST_MEASURED = 30
const GIFT = 100
const RUNS_COUNTED = 10
const TRANSACTION = /^(begin|commit|rollback)/i

type Step = {
  'actions/s': number
  'done/s': number
  p50: number
  p95: number
  p99: number
  slowest: string
  'node %': number
  'postgres %': number
  'anvil %': number
  'loader %': number
  megabytes: number
}
type Times = Map<string, number[]>

const quantile = (times: number[], share: number): number =>
  Math.round(times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)

const giveVal = async (piazza: Program, admin: string, people: Person[]): Promise<void> => {
  const csv = `username,amount\n${people.map(({ username }) => `${username},${GIFT}\n`).join('')}`
  await callerFor(piazza, admin)('POST', '/api/treasury/gifts/import', {
    csv,
    dryRun: false,
    confirmation: GIFT * people.length,
  })
  const arrived = async ({ token }: Person) => {
    const wallet = (await callerFor(piazza, token)('GET', '/api/wallet')) as unknown as { balance: number }
    return wallet.balance >= GIFT
  }
  for (const person of people) while (!(await arrived(person))) await sleep(500)
}

/** Statements of one action without others at the same time, and of the jobs that it adds; without begin and commit. */
const countStatements = async (folder: string, market: Market): Promise<Map<string, number>> => {
  const database = join(folder, 'database')
  const attached = await attachToEmbeddedDatabase(database)
  if (!attached) throw new Error('the embedded database is not running')
  const { readStatements, end } = await logStatements(database, attached.address.host)
  const counts = new Map<string, number>()
  for (const [name, { run }] of Object.entries(ACTIONS)) {
    const before = (await readStatements()).length
    for (let count = 0; count < RUNS_COUNTED; count++) await run(market)
    const made = (await readStatements()).slice(before).filter((statement) => !TRANSACTION.test(statement))
    counts.set(name, Math.round(made.length / RUNS_COUNTED))
  }
  await end()
  await attached.stop()
  return counts
}

/** Begins actions at random moments, without waiting for earlier ones. Times count from the moment an action was due. */
const act = async (market: Market, rate: number, seconds: number): Promise<Times> => {
  const times: Times = new Map(Object.keys(ACTIONS).map((name) => [name, []]))
  const running = new Set<Promise<void>>()
  const began = performance.now()
  for (let due = 0; due < seconds * 1_000; due += (-Math.log(1 - Math.random()) * 1_000) / rate) {
    await sleep(Math.max(0, began + due - performance.now()))
    const name = drawAction()
    const action = (ACTIONS[name]?.run(market) ?? Promise.resolve())
      .then(() => void times.get(name)?.push(performance.now() - began - due))
      .finally(() => running.delete(action))
    running.add(action)
  }
  await Promise.all(running)
  return times
}

const measureStep = async (piazza: Program, market: Market, rate: number, seconds: number) => {
  const cpuMs = () => [
    cpuMsOfProcess(piazza.pid),
    cpuMsOfChildren(piazza.pid, 'postgres'),
    cpuMsOfChildren(piazza.pid, 'anvil'),
    cpuMsOfProcess(process.pid),
  ]
  const [before, began] = [cpuMs(), performance.now()]
  const times = await act(market, rate, seconds)
  const took = performance.now() - began
  const [node = 0, postgres = 0, anvil = 0, loader = 0] = cpuMs().map((ms, index) =>
    Math.round((100 * (ms - (before[index] ?? 0))) / took),
  )
  const all = [...times.values()].flat()
  const measured = [...times].filter(([, each]) => each.length >= LEAST_MEASURED)
  const [slowest = ''] = measured.toSorted(([, a], [, b]) => quantile(b, 0.99) - quantile(a, 0.99))[0] ?? []
  const worst = Math.max(quantile(all, 0.99), quantile(times.get(slowest) ?? [], 0.99))
  const step: Step = {
    'actions/s': rate,
    'done/s': Math.round((all.length * 1_000) / took),
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    p99: quantile(all, 0.99),
    slowest: `${slowest} ${worst} ms`,
    'node %': node,
    'postgres %': postgres,
    'anvil %': anvil,
    'loader %': loader,
    megabytes: Math.round(residentMegabytes(piazza.pid)),
  }
  return { step, times, isHeld: worst <= TOO_LONG_MS }
}

const showActions = (times: Times, statements: Map<string, number>): void => {
  console.table(
    [...times].map(([action, each]) => ({
      action,
      count: each.length,
      p50: quantile(each, 0.5),
      p95: quantile(each, 0.95),
      p99: quantile(each, 0.99),
      statements: statements.get(action) ?? 0,
    })),
  )
}

/** One row per step, the last being the one that is too much; the actions of the last step that was held are shown before. */
export const benchDay = async (seconds: number, rates = RATES): Promise<Step[]> =>
  withCopy(await seeded(LISTINGS), async (folder) => {
    const { people, listings } = await addPeople(folder, SECRET)
    const piazza = await start(folder, { ...ADMIN_SETTINGS, TRANSFER_PASSWORD_ABOVE: '1000000' })
    const streams: { stop(): unknown }[] = []
    try {
      const admin = await signInAsAdmin(piazza)
      await giveVal(piazza, admin, people)
      const photo = new Uint8Array(await aPictureFile({ width: 1600, height: 1200 }))
      const market: Market = { origin: piazza.origin, people, listings, admin, photo }
      const statements = await countStatements(folder, market)
      for (const { token } of people.slice(0, STREAMS)) streams.push(aStreamReader([piazza.origin], token))
      const steps: Step[] = []
      let held: Times = new Map()
      for (const rate of rates) {
        const { step, times, isHeld } = await measureStep(piazza, market, rate, seconds)
        steps.push(step)
        if (!isHeld) break
        held = times
      }
      showActions(held, statements)
      return steps
    } finally {
      for (const stream of streams) stream.stop()
      await piazza.end()
    }
  })
