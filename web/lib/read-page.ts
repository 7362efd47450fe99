import { MESSAGES } from '#domain/errors.ts'
import { refusal } from '#web/lib/refusal.ts'

/** The page number in `?p=`; anything else is a 404. */
export const readPage = (url: URL): number => {
  const asked = url.searchParams.get('p') ?? '1'
  if (!/^[1-9]\d{0,6}$/.test(asked)) throw refusal(404, MESSAGES.pageMissing)
  return Number(asked)
}
