// Time limits that more than one file depends on, in milliseconds.

/** A read gets a 503 after this time, so that the response arrives within two seconds. */
export const READ_TIMEOUT_MS = 1_900

/** Longer than the statement timeout. A write that gets a 503 may still be committed. */
export const WRITE_TIMEOUT_MS = 6_000

/** A long response that is streamed over a slow connection. */
export const STREAM_TIMEOUT_MS = 600_000

/** An upload over a slow mobile connection. */
export const UPLOAD_TIMEOUT_MS = 60_000

/** One request to a dependency (database, chain, object store) while a client waits for the response. */
export const DEPENDENCY_TIMEOUT_MS = 1_500

/** One request to the chain about an evaporation round, which reads 1,500 holders; no client waits for it. */
export const ROUND_TIMEOUT_MS = 20_000

/** All requests to the chain for one response; leaves time to respond within READ_TIMEOUT_MS. */
export const CHAIN_WAIT_MS = 1_600

/** Rejects after the given time and aborts the signal passed to the work. */
export const withTimeout = async <T>(
  milliseconds: number,
  work: (signal: AbortSignal) => PromiseLike<T>,
  timeoutError: () => Error = () => new Error(`timed out after ${milliseconds} ms`),
): Promise<T> => {
  const controller = new AbortController()
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(timeoutError())
    controller.abort()
  }, milliseconds)
  try {
    return await Promise.race([work(controller.signal), timedOut])
  } finally {
    clearTimeout(timer)
  }
}
