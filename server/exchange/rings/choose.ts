import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

// Rings that share a member are alternatives. In each connected component, choose the disjoint rings with the most members:
// exactly, as an integer program (highs, in a thread of its own), or greedily where that takes longer than a second.

export type Candidate = {
  members: string[]
  /** How well the listings match, from 0 to 1. Breaks ties between choices with the same number of members. */
  score: number
}

const EXACT_MS = 1_000
const MEMBER_WEIGHT = 10_000
const SCORE_WEIGHT = 10

const weightOf = ({ members, score }: Candidate): number => members.length * MEMBER_WEIGHT + score * SCORE_WEIGHT

/** Takes the rings with the most members first, and skips those that share a member with one already taken. */
export const chooseGreedily = <T extends Candidate>(candidates: readonly T[]): T[] => {
  const taken = new Set<string>()
  return candidates
    .toSorted((one, other) => weightOf(other) - weightOf(one))
    .filter(({ members }) => {
      const isFree = members.every((member) => !taken.has(member))
      if (isFree) for (const member of members) taken.add(member)
      return isFree
    })
}

/** Sets of candidates that are connected by common members. */
const componentsOf = <T extends Candidate>(candidates: readonly T[]): T[][] => {
  let components: T[][] = []
  for (const candidate of candidates) {
    const members = new Set(candidate.members)
    const sharesMember = (component: T[]) =>
      component.some((other) => other.members.some((member) => members.has(member)))
    const overlapping = components.filter(sharesMember)
    components = [
      ...components.filter((component) => !overlapping.includes(component)),
      [...overlapping.flat(), candidate],
    ]
  }
  return components
}

/** The integer program in LP format: maximises the weight of the chosen rings, with each member in at most one of them. */
const toProgram = (candidates: readonly Candidate[]): string => {
  const names = candidates.map((_, index) => `x${index}`)
  const members = [...new Set(candidates.flatMap((candidate) => candidate.members))]
  const objective = candidates.map((candidate, index) => `${weightOf(candidate).toFixed(4)} ${names[index]}`)
  const constraints = members.map((member, index) => {
    const variables = names.filter((_, candidate) => candidates[candidate]?.members.includes(member))
    return ` m${index}: ${variables.join(' + ')} <= 1`
  })
  return `Maximize\n obj: ${objective.join(' + ')}\nSubject To\n${constraints.join('\n')}\nBinary\n ${names.join(' ')}\nEnd\n`
}

let solver: Promise<Worker> | undefined

/** The worker is reused: loading the solver takes longer than most programs. */
const startSolver = async (): Promise<Worker> => {
  const worker = new Worker(new URL('choose-worker.ts', import.meta.url))
  worker.unref()
  worker.on('error', () => {
    solver = undefined
  })
  await once(worker, 'message')
  return worker
}

/** The indices of the chosen candidates; undefined if it takes too long. */
const solve = async (program: string, timeoutMs: number): Promise<number[] | undefined> => {
  solver ??= startSolver()
  const worker = await solver
  const timeout = AbortSignal.timeout(timeoutMs)
  worker.postMessage(program)
  try {
    const [chosen] = await once(worker, 'message', { signal: timeout })
    return chosen
  } catch (error) {
    solver = undefined
    await worker.terminate()
    if (timeout.aborted) return undefined
    throw error
  }
}

/** If all pairs share a member, only one ring can be chosen, and the greedy choice is exact. */
const excludeEachOther = (candidates: readonly Candidate[]): boolean =>
  candidates.every(({ members }, index) =>
    candidates.slice(index + 1).every((other) => other.members.some((member) => members.includes(member))),
  )

/** Solves one at a time, because the messages from the worker carry no id. */
let lastSolved: Promise<unknown> = Promise.resolve()
const solveQueued = (program: string, timeoutMs: number): Promise<number[] | undefined> => {
  const answer = lastSolved.then(() => solve(program, timeoutMs))
  lastSolved = answer.catch(() => undefined)
  return answer
}

/** Rings without a common member that together serve the most members. */
export const chooseRings = async <T extends Candidate>(
  candidates: readonly T[],
  timeoutMs = EXACT_MS,
): Promise<T[]> => {
  const chosen: T[] = []
  for (const component of componentsOf(candidates)) {
    const exact = excludeEachOther(component) ? undefined : await solveQueued(toProgram(component), timeoutMs)
    chosen.push(...(exact ? component.filter((_, index) => exact.includes(index)) : chooseGreedily(component)))
  }
  return chosen
}
