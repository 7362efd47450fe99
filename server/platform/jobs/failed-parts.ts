/** For a job that goes on when a part of its work fails: fails at the end, with the first reason, which the queue keeps. */
export const failIfAny = (errors: unknown[], what: string): void => {
  if (errors.length === 0) return
  const [first] = errors
  throw new AggregateError(errors, `${what}: ${first instanceof Error ? first.message : first}`)
}
