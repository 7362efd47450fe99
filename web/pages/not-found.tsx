import { MESSAGES } from '#domain/errors.ts'
import { routeError } from '#web/lib/route-error.ts'

/** Catch-all route. */
export const loader = () => {
  throw routeError(404, MESSAGES.pageNotFound)
}

export default function NotFound() {
  return null
}
