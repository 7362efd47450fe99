import { z } from 'zod'
import { MAX_PRICE, toHundredths } from '#domain/base/money.ts'
import { paragraph } from '#domain/base/text.ts'
import { MAX_PROBLEM, MAX_REQUEST_MESSAGE, SETTLE_OUTCOMES } from '#domain/exchange/orders.ts'

// What the parties of a request answer each other, and what the association decides.

const AMOUNT_INVALID = 'Scrivi una somma con al massimo due decimali, come 12,50.'
const TermsAmount = z
  .number(AMOUNT_INVALID)
  .min(0, AMOUNT_INVALID)
  .max(MAX_PRICE / 100, 'La somma è troppo grande.')
  .refine((amount) => Math.abs(toHundredths(amount) / 100 - amount) < 1e-9, AMOUNT_INVALID)
/** The terms that the member saw, in VAL and euro. */
export const Acceptance = z.object({ val: TermsAmount, euro: TermsAmount })
export type Acceptance = z.output<typeof Acceptance>
export const Proposal = Acceptance.extend({
  message: paragraph(MAX_REQUEST_MESSAGE)
    .nullish()
    .transform((value) => value ?? ''),
})
export type Proposal = z.output<typeof Proposal>

export const ProblemReport = z.object({
  text: z.preprocess(
    (value: string | null | undefined) => value ?? '',
    paragraph(MAX_PROBLEM).refine((text) => text.length > 0, 'Scrivi che cosa non va.'),
  ),
})
export const Settlement = z.object({
  outcome: z.enum(SETTLE_OUTCOMES, 'Scegli come finisce.'),
  reason: z.preprocess(
    (value: string | null | undefined) => value ?? '',
    paragraph(MAX_PROBLEM).refine((text) => text.length > 0, 'Scrivi il motivo: lo leggono tutte e due le persone.'),
  ),
})
export type Settlement = z.output<typeof Settlement>
