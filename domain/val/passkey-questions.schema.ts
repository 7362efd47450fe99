import { z } from 'zod'
import { Amount, RecipientText } from '#domain/val/transfers.schema.ts'

/** What a passkey is to confirm; the signature is valid only for this payment, secret or passkey. */
export const PasskeyQuestion = z.union([
  z.object({ purpose: z.literal('payment'), to: RecipientText, amount: Amount }),
  z.object({ purpose: z.literal('secret') }),
  z.object({ purpose: z.literal('remove'), id: z.uuid() }),
])
export type PasskeyQuestion = z.output<typeof PasskeyQuestion>
