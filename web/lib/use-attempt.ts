import { useRef } from 'react'
import { IDEMPOTENCY_HEADER } from '#domain/base/idempotency.ts'
import { newKey } from '#web/lib/idempotency-key.ts'

/** Headers with an idempotency key that stays the same until the content changes or `end` is called. */
export const useAttempt = () => {
  const attempt = useRef({ of: '', key: '' })
  return {
    headersFor(of: string): Record<string, string> {
      if (attempt.current.of !== of) attempt.current = { of, key: newKey() }
      return { [IDEMPOTENCY_HEADER]: attempt.current.key }
    },
    end: () => {
      attempt.current = { of: '', key: '' }
    },
  }
}
