const REPEAT_MS = 60_000

const textOf = (value: unknown): string => (value instanceof Error ? value.message : String(value))

/** Returns a function that tells whether a text is to be logged: it was not within the last minute. */
export const unrepeated = (now = () => performance.now()): ((text: string) => boolean) => {
  const loggedAt = new Map<string, number>()
  return (text) => {
    for (const [old, at] of loggedAt) if (now() - at >= REPEAT_MS) loggedAt.delete(old)
    if (loggedAt.has(text)) return false
    loggedAt.set(text, now())
    return true
  }
}

/** Logs a repeated failure at most once a minute. */
export const oncePerMinute = <T>(log: (failure: T) => void, now?: () => number): ((failure: T) => void) => {
  const isNew = unrepeated(now)
  return (failure) => {
    if (isNew(textOf(failure))) log(failure)
  }
}
