import { MESSAGES } from '#domain/errors.ts'
import { refusal } from '#web/lib/refusal.ts'

/** Catch-all route. */
export const loader = () => {
  throw refusal(404, MESSAGES.pageMissing)
}

export default function NotFound() {
  return null
}
