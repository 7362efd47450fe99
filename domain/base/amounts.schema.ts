import { z } from 'zod'
import { AMOUNT_MESSAGES, amountProblem, fromHundredths, toHundredths } from '#domain/base/money.ts'

const inHundredths = (options: { mayBeZero: boolean }) =>
  z
    .number(AMOUNT_MESSAGES.notNumber)
    .superRefine((amount, context) => {
      const message = amountProblem(amount, options)
      if (message) context.addIssue({ code: 'custom', message })
    })
    .transform(toHundredths)

/** VAL or euro as a number, at least 0.01; parsed into hundredths. */
export const Amount = inHundredths({ mayBeZero: false })
export const AmountOrZero = inHundredths({ mayBeZero: true })
/** As `AmountOrZero`, but not converted. */
export const Val = AmountOrZero.transform(fromHundredths)
