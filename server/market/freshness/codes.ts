import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#domain/base/dates.ts'

const VALID_DAYS = 60

/** Codes of the links in "È ancora valido?". They are signed instead of stored, and name one listing and the day of the question. */
export const makeFreshnessCodes = (secret: string, now: () => Date) => {
  const today = () => Math.floor(now().getTime() / DAY_MS)
  const sign = (listingId: string, day: number) =>
    createHmac('sha256', secret).update(`still valid ${listingId} ${day}`).digest()
  return {
    issue: (listingId: string): string => `${listingId}.${today()}.${sign(listingId, today()).toString('base64url')}`,

    /** The listing's id. */
    read(code: string): string | undefined {
      const [listingId = '', day = '', signature = ''] = code.split('.')
      if (!/^[0-9a-f-]{36}$/.test(listingId) || !/^\d{1,6}$/.test(day)) return undefined
      const [given, expected] = [Buffer.from(signature, 'base64url'), sign(listingId, Number(day))]
      const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
      return isGenuine && today() - Number(day) <= VALID_DAYS ? listingId : undefined
    },
  }
}
