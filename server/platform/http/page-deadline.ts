import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { PageServices } from '#domain/page-services.ts'
import { isDatabaseUnavailable } from '#server/platform/db/failures.ts'
import { DEPENDENCY_TIMEOUT_MS, withTimeout } from '#server/platform/timeouts.ts'

const unavailable = () => new AppError('unavailable', MESSAGES.databaseUnavailable)

/**
 * Wraps the page services for one request: they fail before the handler timeout, so that the page shows the error instead
 * of a JSON response.
 */
export const withDeadline = (
  { site, listings, currency, members, texts }: PageServices,
  report: (failure: unknown) => void,
): PageServices => {
  const deadline = performance.now() + DEPENDENCY_TIMEOUT_MS
  const limit =
    <A extends unknown[], T>(read: (...input: A) => Promise<T>) =>
    async (...input: A): Promise<T> => {
      try {
        return await withTimeout(Math.max(0, deadline - performance.now()), () => read(...input), unavailable)
      } catch (error) {
        const isAppError = error instanceof AppError
        if (isAppError ? error.kind !== 'unavailable' : !isDatabaseUnavailable(error)) throw error
        report(error)
        throw isAppError ? error : unavailable()
      }
    }
  return {
    site,
    texts: { get: limit(texts.get) },
    listings: { list: limit(listings.list), get: limit(listings.get), categories: limit(listings.categories) },
    currency: { figures: limit(currency.figures), rounds: limit(currency.rounds) },
    members: {
      sellers: limit(members.sellers),
      topSellers: limit(members.topSellers),
      seller: limit(members.seller),
      answerTime: limit(members.answerTime),
      feedback: limit(members.feedback),
    },
  }
}
