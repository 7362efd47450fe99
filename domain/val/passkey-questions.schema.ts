import { z } from 'zod'
import { Amount } from '#domain/base/amounts.schema.ts'
import { RecipientText } from '#domain/val/transfers.schema.ts'

/** What a passkey confirms: a payment (`to` is a username or an account, `payee` the id of the other party of a request), showing the wallet's secret, or removing a passkey. The signature is valid only for that. */
export const PasskeyQuestion = z.union([
  z.object({ purpose: z.literal('payment'), to: RecipientText, amount: Amount }),
  z.object({ purpose: z.literal('payment'), payee: z.uuid(), amount: Amount }),
  z.object({ purpose: z.literal('secret') }),
  z.object({ purpose: z.literal('remove'), id: z.uuid() }),
])
export type PasskeyQuestion = z.output<typeof PasskeyQuestion>
