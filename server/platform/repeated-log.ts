const REPEAT_MS = 60_000

const textOf = (value: unknown): string => (value instanceof Error ? value.message : String(value))

/** Logs a repeated failure at most once a minute. */
export const oncePerMinute = <T>(log: (failure: T) => void, now = () => performance.now()): ((failure: T) => void) => {
  let last = { text: '', at: Number.NEGATIVE_INFINITY }
  return (failure) => {
    const text = textOf(failure)
    if (text === last.text && now() - last.at < REPEAT_MS) return
    last = { text, at: now() }
    log(failure)
  }
}
