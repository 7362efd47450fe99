import { Worker } from 'node:worker_threads'
import { AppError } from '#domain/errors.ts'
import { ACCOUNT_MESSAGES } from '#domain/member-terms.ts'
import type { HashingJob, HashingResult } from '#server/members/hashing-thread.ts'

const THREAD = new URL('./hashing-thread.ts', import.meta.url)
// Two or three seconds of work: whoever comes on top of that is told to come back, at once.
const WAITING_AT_MOST = 200
const RETRY_SECONDS = 2

type Waiting = { resolve(value: string | boolean): void; reject(error: Error): void }

/** Passwords are hashed one after the other, beside everything else; so many may wait, the rest is turned away. */
export const makeHashing = (waitingAtMost = WAITING_AT_MOST) => {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let last = 0

  const settle = (result: HashingResult) => {
    const job = waiting.get(result.id)
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
    if (waiting.size >= waitingAtMost) return Promise.reject(new AppError('away', ACCOUNT_MESSAGES.busy, RETRY_SECONDS))
    return new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      thread ??= start()
      thread.ref()
      thread.postMessage({ id, password, against } satisfies HashingJob)
    })
  }
}

// One for the whole process: what it bounds is the processor.
const run = makeHashing()

export const hashPassword = async (password: string): Promise<string> => String(await run(password, null))
export const verifyPassword = async (hash: string, password: string): Promise<boolean> =>
  (await run(password, hash)) === true
