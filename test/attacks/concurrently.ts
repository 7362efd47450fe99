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

/** How often each outcome occurred. */
export const tally = (outcomes: readonly (string | number)[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
