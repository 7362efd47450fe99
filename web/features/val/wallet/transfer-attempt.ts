import { browserStore } from '#web/lib/browser-store.ts'
import { newKey } from '#web/lib/idempotency-key.ts'

/** An idempotency key, and the transfer it was made for (`of`). */
type Attempt = { of: string; key: string }

// Kept across a reload while the request is pending, so that repeating it does not transfer twice.
const attempt = browserStore<Attempt | null>('sessionStorage', 'trasferimento', null)

/** The key of a transfer; it changes with the content, and after `endAttempt`. */
export const keyForTransfer = (of: string): string => {
  const before = attempt.read()
  if (before?.of === of) return before.key
  const made = { of, key: newKey() }
  attempt.write(made)
  return made.key
}

export const endAttempt = (): void => attempt.clear()
