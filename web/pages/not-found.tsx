import { MESSAGES } from '#domain/errors.ts'
import { refusal } from '#web/lib/refusal.ts'

/** Any address that is no page ends here, inside the usual shell. */
export const loader = () => {
  throw refusal(404, MESSAGES.pageMissing)
}

export default function NotFound() {
  return null
}
