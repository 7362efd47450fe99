import { z } from 'zod'
import { Val } from '#domain/base/amounts.schema.ts'
import { paragraph, requiredParagraph } from '#domain/base/text.ts'
import { MAX_PROBLEM, MAX_REQUEST_MESSAGE, SETTLE_OUTCOMES } from '#domain/exchange/orders.ts'

// What the parties of a request answer each other, and what the association decides.

/** The terms that the member saw, in VAL and euro. */
export const Acceptance = z.object({ val: Val, euro: Val })
export type Acceptance = z.output<typeof Acceptance>
/** The sum that the payee confirms. The specification sends a payment result instead, which says nothing of it. */
export const Confirmation = Acceptance.optional().catch(undefined)
export const Proposal = Acceptance.extend({
  message: paragraph(MAX_REQUEST_MESSAGE)
    .nullish()
    .transform((value) => value ?? ''),
})
export type Proposal = z.output<typeof Proposal>

export const ProblemReport = z.object({ text: requiredParagraph(MAX_PROBLEM, 'Scrivi che cosa non va.') })
export const Settlement = z.object({
  outcome: z.enum(SETTLE_OUTCOMES, 'Scegli come finisce.'),
  reason: requiredParagraph(MAX_PROBLEM, 'Scrivi il motivo: lo leggono tutte e due le persone.'),
})
export type Settlement = z.output<typeof Settlement>
