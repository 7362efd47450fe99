import { z } from 'zod'
import { NextRound } from '#domain/currency.schema.ts'
import { MOVEMENT_KINDS } from '#domain/wallet.ts'

export const WalletView = z.object({ account: z.string(), balance: z.number(), nextRound: NextRound })
export type WalletView = z.infer<typeof WalletView>

export const StatementQuery = z.object({ p: z.coerce.number().int().min(1).max(100_000).default(1) })

/** An entry of the statement, in VAL: negative if sent or evaporated; `balance` is the balance afterwards. */
export const Movement = z.object({
  date: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  amount: z.number(),
  balance: z.number(),
  account: z.string(),
  username: z.string(),
  transactionHash: z.string(),
})
export type Movement = z.infer<typeof Movement>

export const Statement = z.object({
  account: z.string(),
  balance: z.number(),
  movements: z.array(Movement),
  page: z.number(),
  pages: z.number(),
})
export type Statement = z.infer<typeof Statement>
