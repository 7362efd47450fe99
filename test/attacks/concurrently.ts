import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 100

/** Runs `go` `times` times with `atOnce` in parallel; returns the results in order of index. */
export const concurrently = async <T>(
  times: number,
  atOnce: number,
  go: (index: number) => Promise<T>,
): Promise<T[]> => {
  const outcomes: T[] = []
  let next = 0
  const runner = async () => {
    for (let index = next++; index < times; index = next++) outcomes[index] = await go(index)
  }
  await Promise.all(Array.from({ length: Math.min(times, atOnce) }, runner))
  return outcomes
}

const retryOn =
  (...statuses: number[]) =>
  async <R extends { status: number }>(request: () => Promise<R>): Promise<R> => {
    for (;;) {
      const response = await request()
      if (!statuses.includes(response.status)) return response
      await sleep(RETRY_MS)
    }
  }
/** Sends a request again while the server is too busy to answer in time (503). */
export const retryOn503 = retryOn(503)
/** Without rate limits, a 429 says that other requests of the member were waiting for too long. */
export const retryWhileBusy = retryOn(503, 429)

/** How often each outcome occurred. */
export const tally = (outcomes: readonly (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
