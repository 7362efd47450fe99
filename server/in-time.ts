/** What is asked for, or an error after so long; whoever is asked is told through the signal that nobody waits any more. */
export const inTime = async <T>(
  milliseconds: number,
  ask: (ended: AbortSignal) => PromiseLike<T>,
  late: () => Error = () => new Error(`no answer in ${milliseconds} ms`),
): Promise<T> => {
  const ended = new AbortController()
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  // The clock is ours: a signal's way through several requests hangs on weak references and may be lost with them.
  const timer = setTimeout(() => {
    reject(late())
    ended.abort()
  }, milliseconds)
  try {
    return await Promise.race([ask(ended.signal), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
