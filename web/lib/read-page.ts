import { MESSAGES } from '#domain/errors.ts'
import { refusal } from '#web/lib/refusal.ts'

/** The page that `?p=` asks for; what is no number of a page is no address of ours. */
export const readPage = (url: URL): number => {
  const asked = url.searchParams.get('p') ?? '1'
  if (!/^[1-9]\d{0,6}$/.test(asked)) throw refusal(404, MESSAGES.pageMissing)
  return Number(asked)
}
