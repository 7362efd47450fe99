import { DAY_MS } from '#domain/base/dates.ts'
import { makeSignedLinks } from '#server/platform/signed-links.ts'

const VALID_DAYS = 60

/** Codes of the links in "È ancora valido?"; a code contains the listing's id and the day of the question. */
export const makeFreshnessCodes = (secret: string, now: () => Date) => {
  const links = makeSignedLinks(secret, 'still valid')
  const today = () => Math.floor(now().getTime() / DAY_MS)
  return {
    issue: (listingId: string): string => links.issue(listingId, String(today())),

    /** The listing's id. */
    read(code: string): string | undefined {
      const [listingId, day] = links.read(code) ?? []
      return today() - Number(day) <= VALID_DAYS ? listingId : undefined
    },
  }
}
