import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { limitConcurrency } from '#server/platform/queue.ts'

// Writes of a member wait for each other's row locks, each with a connection: without a limit one member could hold all.
const AT_ONCE = 4
const MAX_QUEUED = 100

export type MemberQueues = ReturnType<typeof makeMemberQueues>

/** Runs a few requests of a member at a time; refuses those for which the queue is too long, or that would wait too long. */
export const makeMemberQueues = ({ maxWaitMs }: { maxWaitMs: number }) => {
  const queues = new Map<string, { limit: ReturnType<typeof limitConcurrency>; pending: number }>()

  const makeQueue = () => ({
    limit: limitConcurrency({
      concurrency: AT_ONCE,
      maxQueued: MAX_QUEUED,
      maxWaitMs,
      refusal: () => new AppError('tooManyRequests', MESSAGES.tooManyRequests, { retryAfter: 1 }),
    }),
    pending: 0,
  })

  return async <T>(memberId: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(memberId) ?? makeQueue()
    queues.set(memberId, queue)
    queue.pending++
    try {
      return await queue.limit(work)
    } finally {
      queue.pending--
      if (queue.pending === 0) queues.delete(memberId)
    }
  }
}
