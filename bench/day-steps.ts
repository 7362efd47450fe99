import { setTimeout as sleep } from 'node:timers/promises'
import { ACTIONS, drawAction, type Market, Refused } from '#bench/day-actions.ts'

// A market day in steps: people act at random moments, more and more of them each step, until an action takes too long.

const RATES = [20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 240, 280, 320] as const
/** Servers are slow until their code is compiled. */
const WARM_UP_SECONDS = 30
/** What the slowest hundredth of any action may take. */
const TOO_LONG_MS = 500
/** Of rarer actions there are too few for a hundredth. */
const LEAST_MEASURED = 50

/** Milliseconds of processor time so far, and the memory of the largest server. */
type Usage = { node: number; postgres: number; anvil: number; loader: number; megabytes: number }
export type Step = {
  'actions/s': number
  'done/s': number
  refused: number
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

/** Begins actions at random moments, without waiting for earlier ones. Times count from the moment an action was due. */
const act = async (market: Market, rate: number, seconds: number) => {
  let refused = 0
  const failures: unknown[] = []
  const times: Times = new Map(Object.keys(ACTIONS).map((name) => [name, []]))
  const running = new Set<Promise<void>>()
  const began = performance.now()
  for (let due = 0; due < seconds * 1_000; due += (-Math.log(1 - Math.random()) * 1_000) / rate) {
    await sleep(Math.max(0, began + due - performance.now()))
    const name = drawAction()
    const action = (ACTIONS[name]?.run(market) ?? Promise.resolve())
      .then(() => void times.get(name)?.push(performance.now() - began - due))
      .catch((error) => {
        if (error instanceof Refused) refused++
        else failures.push(error)
      })
      .finally(() => running.delete(action))
    running.add(action)
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
  return { times, refused }
}

const measureStep = async (market: Market, rate: number, seconds: number, readUsage: () => Usage) => {
  const [before, began] = [readUsage(), performance.now()]
  const { times, refused } = await act(market, rate, seconds)
  const [after, took] = [readUsage(), performance.now() - began]
  const share = (of: 'node' | 'postgres' | 'anvil' | 'loader') => Math.round((100 * (after[of] - before[of])) / took)
  const all = [...times.values()].flat()
  const measured = [...times].filter(([, each]) => each.length >= LEAST_MEASURED)
  const [slowest = ''] = measured.toSorted(([, a], [, b]) => quantile(b, 0.99) - quantile(a, 0.99))[0] ?? []
  const worst = Math.max(quantile(all, 0.99), quantile(times.get(slowest) ?? [], 0.99))
  const step: Step = {
    'actions/s': rate,
    'done/s': Math.round((all.length * 1_000) / took),
    refused,
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    p99: quantile(all, 0.99),
    slowest: `${slowest} ${worst} ms`,
    'node %': share('node'),
    'postgres %': share('postgres'),
    'anvil %': share('anvil'),
    'loader %': share('loader'),
    megabytes: Math.round(after.megabytes),
  }
  return { step, times, isHeld: worst <= TOO_LONG_MS && refused === 0 }
}

/** One row per step, the last being the one that is too much, and the times of the last step that was held. */
export const raiseLoad = async (market: Market, seconds: number, readUsage: () => Usage) => {
  const steps: Step[] = []
  await act(market, RATES[0], WARM_UP_SECONDS)
  let held: Times = new Map()
  for (const rate of RATES) {
    const { step, times, isHeld } = await measureStep(market, rate, seconds, readUsage)
    steps.push(step)
    if (!isHeld) break
    held = times
  }
  return { steps, held }
}

/** A row for each kind of action. */
export const tableOf = (times: Times, statements = new Map<string, number>()) =>
  [...times].map(([action, each]) => ({
    action,
    count: each.length,
    p50: quantile(each, 0.5),
    p95: quantile(each, 0.95),
    p99: quantile(each, 0.99),
    ...(statements.has(action) && { statements: statements.get(action) }),
  }))
