import { formatVal, fromHundredths } from '#domain/base/money.ts'
import type { Contents } from '#server/association/backups/contents-store.ts'

export const describeContents = ({ members, listings, val }: Contents): string =>
  `persone iscritte ${members}, annunci ${listings}, ${formatVal(fromHundredths(val))}`
