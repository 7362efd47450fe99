import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { FAULTS, type Fault } from '#test/faults/proxy.ts'
import { HANGING_MS } from '#test/siege.ts'

type Asked = { status: number; milliseconds: number }

export const timed = async <T extends { status: number }>(ask: () => Promise<T>): Promise<T & Asked> => {
  const start = performance.now()
  const answer = await ask()
  return { ...answer, milliseconds: performance.now() - start }
}

/** How long it takes until `works` returns true. */
export const timeToRecover = async (works: () => Promise<boolean>): Promise<number> => {
  const start = performance.now()
  while (!(await works())) {
    if (performance.now() - start > 2 * HANGING_MS) break
    await sleep(50)
  }
  return performance.now() - start
}

/** Checks response and recovery times of one fault; returns a summary for the report. */
export const checkFault = (fault: string, answers: Asked[], back: number): string => {
  const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds))
  const statuses = [...new Set(answers.map(({ status }) => status))].sort()
  const seen = `${fault}: ${statuses.join('/')} in ${Math.round(slowest)} ms, di nuovo dopo ${Math.round(back)} ms`
  expect(slowest, seen).toBeLessThan(HANGING_MS)
  expect(back, seen).toBeLessThan(HANGING_MS)
  return seen
}

export type BreakableConnection = { fail(fault: Fault): Promise<void>; restore(): Promise<void> }
type Trial = { connection: BreakableConnection; ask: () => Promise<{ status: number }>; faults?: readonly Fault[] }

/** Applies every fault to a connection while requests need it; returns a summary for the report. */
export const checkAllFaults = async ({ connection, ask, faults = FAULTS }: Trial): Promise<string> => {
  const seen: string[] = []
  const works = async () => (await ask()).status === 200
  await timeToRecover(works)
  for (const fault of faults) {
    await connection.fail(fault)
    const answers = await Promise.all(Array.from({ length: 6 }, () => timed(ask)))
    answers.push(await timed(ask))
    await connection.restore()
    seen.push(checkFault(fault, answers, await timeToRecover(works)))
    const refusals = answers.filter(({ status }) => status !== 200)
    expect(new Set(refusals.map(({ status }) => status)), fault).toEqual(new Set(refusals.length > 0 ? [503] : []))
    if (fault === 'hung') expect(refusals.length, fault).toBeGreaterThan(0)
  }
  return seen.join('; ')
}
