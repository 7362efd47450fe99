import { MESSAGES } from '#domain/base/errors.ts'
import { routeError } from '#web/lib/page/route-error.ts'

/** Catch-all route. */
export const loader = () => {
  throw routeError(404, MESSAGES.pageNotFound)
}

export default function NotFound() {
  return null
}
