import { AppError } from '#domain/base/errors.ts'
import { formatPrice, fromHundredths, toHundredths } from '#domain/base/money.ts'
import type { Totals } from '#domain/exchange/cart.ts'
import { totalChanged } from '#domain/exchange/order-messages.ts'
import type { Expected } from '#domain/exchange/orders.schema.ts'

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
