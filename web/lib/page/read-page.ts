import { MESSAGES } from '#domain/base/errors.ts'
import { routeError } from '#web/lib/page/route-error.ts'

/** The page number in `?p=`, 1 without it; throws a 404 for anything but a positive whole number. */
export const readPage = (url: URL): number => {
  const page = url.searchParams.get('p') ?? '1'
  if (!/^[1-9]\d{0,6}$/.test(page)) throw routeError(404, MESSAGES.pageNotFound)
  return Number(page)
}
