import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { FAULTS, type Fault } from '#test/faults/proxy.ts'

// What is promised of everything that Piazza needs and may not get: an answer in time, and recovery by itself.
const ANSWER_MS = 2_000
const RECOVERY_MS = 5_000
// A moment of a busy machine's own.
const GRACE_MS = 500

type Asked = { status: number; milliseconds: number }

export const timed = async <T extends { status: number }>(ask: () => Promise<T>): Promise<T & Asked> => {
  const began = performance.now()
  const answer = await ask()
  return { ...answer, milliseconds: performance.now() - began }
}

/** How long it takes until something works again. */
export const recovery = async (works: () => Promise<boolean>): Promise<number> => {
  const began = performance.now()
  while (!(await works())) {
    if (performance.now() - began > 2 * RECOVERY_MS) break
    await sleep(50)
  }
  return performance.now() - began
}

/** What was seen of one fault, in words; throws where it broke the promise. */
export const judge = (fault: string, answers: Asked[], back: number): string => {
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
  const statuses = [...new Set(answers.map(({ status }) => status))].sort()
  const seen = `${fault}: ${statuses.join('/')} in ${Math.round(slowest)} ms, di nuovo dopo ${Math.round(back)} ms`
  expect(slowest, seen).toBeLessThan(ANSWER_MS + GRACE_MS)
  expect(back, seen).toBeLessThan(RECOVERY_MS + GRACE_MS)
  return seen
}

export type Line = { fail(fault: Fault): Promise<void>; mend(): Promise<void> }
type Trial = { line: Line; ask: () => Promise<{ status: number }>; faults?: readonly Fault[] }

/** Breaks a line in every way while somebody asks for what needs it; answers what was seen, in words. */
export const tryAll = async ({ line, ask, faults = FAULTS }: Trial): Promise<string> => {
  const seen: string[] = []
  const works = async () => (await ask()).status === 200
  await recovery(works)
  for (const fault of faults) {
    await line.fail(fault)
    const answers = await Promise.all(Array.from({ length: 6 }, () => timed(ask)))
    answers.push(await timed(ask))
    await line.mend()
    seen.push(judge(fault, answers, await recovery(works)))
    const refusals = answers.filter(({ status }) => status !== 200)
    expect(new Set(refusals.map(({ status }) => status)), fault).toEqual(new Set(refusals.length > 0 ? [503] : []))
  }
  return seen.join('; ')
}
