import { z } from 'zod'
import { Amount } from '#domain/base/amounts.schema.ts'
import { pageNumber } from '#domain/base/query-parameters.ts'
import { Note, RecipientText } from '#domain/val/transfers.schema.ts'
import { MAX_GIFT_CSV } from '#domain/val/treasury.ts'

/** `to` is a username or an account. */
export const Gift = z.object({ to: RecipientText, amount: Amount, note: Note.optional() })
export type Gift = z.output<typeof Gift>

export const GiftImport = z.object({ csv: z.string().max(MAX_GIFT_CSV), dryRun: z.boolean().default(false) })

/** `sum` is in VAL, of the rows without errors; nothing is transferred if there are errors. Row 1 is the header. */
export const GiftImportResult = z.object({
  sum: z.number(),
  gifts: z.number(),
  errors: z.array(z.object({ row: z.number(), message: z.string() })),
})
export type GiftImportResult = z.infer<typeof GiftImportResult>

export const Mint = z.object({ amount: Amount })
export const MintResult = z.object({
  status: z.enum(['confirmed', 'pending']),
  transactionHash: z.string(),
  amount: z.number(),
})
export type MintResult = z.infer<typeof MintResult>

/** Amounts in VAL. */
export const Treasury = z.object({
  account: z.string(),
  balance: z.number(),
  /** VAL that a round would take now, and from how many wallets; null while the last round is not settled. */
  round: z.object({ takes: z.number(), holders: z.number() }).nullable(),
  /** The most recent imports. */
  imports: z.array(
    z.object({
      _id: z.string(),
      at: z.string(),
      by: z.string(),
      amount: z.number(),
      gifts: z.number(),
      paid: z.number(),
      failed: z.number(),
      /** The first few failures. */
      failures: z.array(z.object({ to: z.string(), message: z.string() })),
    }),
  ),
})
export type Treasury = z.infer<typeof Treasury>

export const HistoryQuery = z.object({ p: pageNumber })
/** Newest first; `by` is empty for the command line. */
export const TreasuryHistory = z.object({
  entries: z.array(z.object({ _id: z.string(), at: z.string(), by: z.string(), text: z.string() })),
  page: z.number(),
  pages: z.number(),
})
export type TreasuryHistory = z.infer<typeof TreasuryHistory>
