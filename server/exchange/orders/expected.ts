import { AppError } from '#domain/base/errors.ts'
import { formatPrice, fromHundredths, toHundredths } from '#domain/base/money.ts'
import type { Totals } from '#domain/exchange/cart.ts'
import { ORDER_MESSAGES, totalChanged } from '#domain/exchange/order-messages.ts'
import type { Expected, OrderRequest } from '#domain/exchange/orders.schema.ts'
import { partiesOf } from '#domain/market/kinds.ts'
import type { Quote } from '#server/exchange/orders/quote.ts'

/** Throws if the totals that the member saw differ from these, which are in hundredths. */
export const assertExpected = (
  expected: Expected | undefined,
  { totalPriceVal, totalPriceEuro }: Pick<Totals, 'totalPriceVal' | 'totalPriceEuro'>,
): void => {
  if (!expected) return
  if (toHundredths(expected.val) === totalPriceVal && toHundredths(expected.euro) === totalPriceEuro) return
  const price = { val: fromHundredths(totalPriceVal), euro: fromHundredths(totalPriceEuro) }
  throw new AppError('conflict', totalChanged(formatPrice(price)))
}

/** For a «Cerco» the requester asks for a sum up to the listed one; otherwise a request proposes the listed price. */
export const proposedTerms = ({ expected }: OrderRequest, quoted: Quote, requester: string) => {
  if (quoted.kind !== 'cerco' || !expected) {
    assertExpected(expected, quoted.totals)
    return { quoted }
  }
  const terms = { val: toHundredths(expected.val), euro: toHundredths(expected.euro) }
  if (terms.val > quoted.totals.totalPriceVal || terms.euro > quoted.totals.totalPriceEuro)
    throw new AppError('invalid', ORDER_MESSAGES.aboveCeiling)
  const isFree = terms.val + terms.euro === 0
  return { quoted: { ...quoted, ...partiesOf(quoted.kind, { owner: quoted.sellerId, requester, isFree }) }, terms }
}
