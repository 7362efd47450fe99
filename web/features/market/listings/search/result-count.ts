import { formatNumber } from '#domain/base/numbers.ts'

export type Totals = { total: number; isAtLeast: boolean }

/** "1 annuncio", "84 annunci", "almeno 240 annunci". */
export const resultCount = ({ total, isAtLeast }: Totals): string => {
  const number = formatNumber(total)
  if (isAtLeast && total > 0) return `almeno ${number} annunci`
  return total === 1 ? '1 annuncio' : `${number} annunci`
}
