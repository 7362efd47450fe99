import { z } from 'zod'
import { Amount, RecipientText } from '#domain/val/transfers.schema.ts'

/** What a passkey shall confirm; the answer is for exactly this payment, key or passkey. */
export const PasskeyQuestion = z.union([
  z.object({ purpose: z.literal('payment'), to: RecipientText, amount: Amount }),
  z.object({ purpose: z.literal('secret') }),
  z.object({ purpose: z.literal('remove'), id: z.uuid() }),
])
export type PasskeyQuestion = z.output<typeof PasskeyQuestion>
