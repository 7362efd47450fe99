import { MESSAGES } from '#domain/base/errors.ts'
import { routeError } from '#web/lib/page/route-error.ts'

/** The page number in `?p=` or another parameter, 1 without it; throws a 404 for anything but a positive whole number. */
export const readPage = (url: URL, parameter: 'p' | 'pareri' = 'p'): number => {
  const page = url.searchParams.get(parameter) ?? '1'
  if (!/^[1-9]\d{0,6}$/.test(page)) throw routeError(404, MESSAGES.pageNotFound)
  return Number(page)
}
