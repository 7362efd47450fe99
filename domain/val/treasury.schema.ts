import { z } from 'zod'
import { Amount } from '#domain/base/amounts.schema.ts'
import { pageNumber } from '#domain/base/query-parameters.ts'
import { Note, RecipientText, TransferResult } from '#domain/val/transfers.schema.ts'
import { GIFT_STATES, MAX_GIFT_CSV } from '#domain/val/treasury.ts'

/** The sum typed again, in VAL. */
const confirmation = Amount.optional()

/** `to` is a username or an account; `confirmation` is needed above the association's limit. */
export const Gift = z.object({ to: RecipientText, amount: Amount, note: Note.optional(), confirmation })
export type Gift = z.output<typeof Gift>

/** As for a transfer; `proposed` if another admin has to agree first. */
export const GiftResult = TransferResult.extend({ status: z.enum(['confirmed', 'pending', 'proposed']) })
export type GiftResult = z.infer<typeof GiftResult>

/** The member who is about to be given VAL. `balance` is null while the chain does not answer. */
export const GiftRecipient = z.object({ username: z.string(), name: z.string(), balance: z.number().nullable() })
export type GiftRecipient = z.infer<typeof GiftRecipient>

/** `confirmation` is the sum of the file, which a dry run tells. */
export const GiftImport = z.object({
  csv: z.string().max(MAX_GIFT_CSV),
  dryRun: z.boolean().default(false),
  confirmation,
})
export type GiftImport = z.output<typeof GiftImport>

/** `sum` is in VAL, of the rows without errors; nothing is transferred if there are errors. Row 1 is the header. */
export const GiftImportResult = z.object({
  sum: z.number(),
  gifts: z.number(),
  /** Whether another admin has to agree first; also in a dry run. */
  proposed: z.boolean(),
  errors: z.array(z.object({ row: z.number(), message: z.string() })),
})
export type GiftImportResult = z.infer<typeof GiftImportResult>

export const Mint = z.object({ amount: Amount, confirmation })
export type Mint = z.output<typeof Mint>
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
  /** Above this sum it has to be typed again. */
  typedAbove: z.number(),
  /** What the viewer may still give today without the yes of another admin; null if there is no other. */
  aloneLeft: z.number().nullable(),
  /** Gifts and files that can still be decided about, and the most recent ones; those that wait for a yes first. */
  gifts: z.array(
    z.object({
      _id: z.string(),
      at: z.string(),
      by: z.string(),
      /** The name of the member; empty for a file. */
      to: z.string(),
      note: z.string(),
      state: z.enum(GIFT_STATES),
      /** Whether the viewer may be the second to say yes. */
      mayApprove: z.boolean(),
      /** Whether it can be withdrawn, stopped or taken back. */
      mayRevoke: z.boolean(),
      /** Until when; null if it cannot, and before all of it has arrived. */
      revocableUntil: z.string().nullable(),
      amount: z.number(),
      gifts: z.number(),
      paid: z.number(),
      failed: z.number(),
      /** What did not go out, or is back in the treasury. */
      revoked: z.number(),
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
