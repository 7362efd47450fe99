import { Worker } from 'node:worker_threads'
import { AppError } from '#domain/errors.ts'
import { ACCOUNT_MESSAGES } from '#domain/members.ts'
import type { HashingJob, HashingResult } from '#server/members/hashing-thread.ts'
import { withTimeout } from '#server/timeouts.ts'

const THREAD = new URL('./hashing-thread.ts', import.meta.url)
// Whoever would wait longer than that is told to come back, at once: on a busy machine these are fewer.
const WAITING_AT_MOST = 200
const WAITING_MILLISECONDS = 1_500
// And so is whoever was let wait behind others and is not served by then; who is alone is served, however slow the machine.
const ANSWER_MILLISECONDS = 2_000
const FIRST_GUESS_MILLISECONDS = 12
const LAST_COUNTS = 0.1
const RETRY_SECONDS = 2

const busy = () => new AppError('away', ACCOUNT_MESSAGES.busy, RETRY_SECONDS)

type Waiting = { since: number; resolve(value: string | boolean): void; reject(error: Error): void }

/** Passwords are hashed one after the other, beside everything else; so many may wait, the rest is turned away. */
export const makeHashing = (waitingAtMost = WAITING_AT_MOST) => {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let last = 0
  let average = FIRST_GUESS_MILLISECONDS
  let settledAt = 0

  const measure = ({ since }: Waiting) => {
    const now = performance.now()
    average += LAST_COUNTS * (now - Math.max(since, settledAt) - average)
    settledAt = now
  }
  const isFull = () => waiting.size >= waitingAtMost || waiting.size * average > WAITING_MILLISECONDS

  const settle = (result: HashingResult) => {
    const job = waiting.get(result.id)
    if (job) measure(job)
    waiting.delete(result.id)
    // An idle thread does not keep a program from ending.
    if (waiting.size === 0) thread?.unref()
    if ('value' in result) job?.resolve(result.value)
    else job?.reject(new Error(result.failure))
  }
  const fail = (error: Error) => {
    thread = undefined
    for (const job of waiting.values()) job.reject(error)
    waiting.clear()
  }
  const start = (): Worker => {
    const fresh = new Worker(THREAD)
    fresh.on('message', settle)
    fresh.on('error', fail)
    fresh.on('exit', () => fail(new Error('the hashing thread has ended')))
    return fresh
  }

  return (password: string, against: string | null): Promise<string | boolean> => {
    if (isFull()) return Promise.reject(busy())
    const isAlone = waiting.size === 0
    const hashed = new Promise<string | boolean>((resolve, reject) => {
      const id = ++last
      waiting.set(id, { since: performance.now(), resolve, reject })
      thread ??= start()
      thread.ref()
      thread.postMessage({ id, password, against } satisfies HashingJob)
    })
    return isAlone ? hashed : withTimeout(ANSWER_MILLISECONDS, () => hashed, busy)
  }
}

// One for the whole process: what it bounds is the processor.
const run = makeHashing()

export const hashPassword = async (password: string): Promise<string> => String(await run(password, null))
export const verifyPassword = async (hash: string, password: string): Promise<boolean> =>
  (await run(password, hash)) === true
