import PQueue from 'p-queue'

type Options = {
  concurrency: number
  /** Maximum number of waiting tasks; further ones are refused at once. */
  maxQueued?: number
  /** A task that waits longer is refused. */
  maxWaitMs?: number
  /** The error of a refused task. */
  refusal?: () => Error
}

/** Runs at most `concurrency` tasks at a time; the others wait in a bounded queue. */
export const limitConcurrency = ({
  concurrency,
  maxQueued = Number.POSITIVE_INFINITY,
  maxWaitMs,
  refusal = () => new Error('The queue is full.'),
}: Options) => {
  const queue = new PQueue({ concurrency })

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (queue.size >= maxQueued) throw refusal()
    const waiting = new AbortController()
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => waiting.abort(refusal()), maxWaitMs)
    try {
      return await queue.add(
        () => {
          clearTimeout(timer)
          return task()
        },
        { signal: waiting.signal },
      )
    } finally {
      clearTimeout(timer)
    }
  }
}
