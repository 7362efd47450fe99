import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import { HASH_COST } from '#server/members/hash-cost.ts'

// A thread of its own for hashing. On Linux a priority is a thread's: this one gives way to the one that answers
// requests, and no password keeps the threads busy that read files and compress pages.
const LESS_URGENT = 5

export type HashingJob = { id: number; password: string; against: string | null }
export type HashingResult = { id: number; value: string | boolean } | { id: number; failure: string }

const work = ({ id, password, against }: HashingJob): HashingResult => {
  try {
    return { id, value: against === null ? hashSync(password, HASH_COST) : verifySync(against, password) }
  } catch (error) {
    return { id, failure: String(error) }
  }
}

setPriority(0, LESS_URGENT)
parentPort?.on('message', (job: HashingJob) => parentPort?.postMessage(work(job)))
