import { z } from 'zod'
import { emptyAsMissing, wholeNumber } from '#domain/base/query-parameters.ts'
import { NextRound } from '#domain/val/currency.schema.ts'
import { MOVEMENT_KINDS } from '#domain/val/wallet.ts'

const MAX_CURSOR = 999_999_999

/** Other wallets need the token's address and chain to pay this account. */
export const WalletView = z.object({
  account: z.string(),
  balance: z.number(),
  token: z.string(),
  chainId: z.number(),
  nextRound: NextRound,
})
export type WalletView = z.infer<typeof WalletView>

/** For the header: null while the balance cannot be read, or without a wallet. */
export const KnownBalance = z.object({ balance: z.number().nullable() })
export type KnownBalance = z.infer<typeof KnownBalance>

const kind = emptyAsMissing(z.enum(MOVEMENT_KINDS).optional())
/** `before` is the cursor `next` of the previous page. */
export const StatementQuery = z.object({ kind, before: emptyAsMissing(wholeNumber(1, MAX_CURSOR).optional()) })
export type StatementQuery = z.output<typeof StatementQuery>
export const StatementFilter = z.object({ kind })

/** An entry of the statement, in VAL: negative if sent or evaporated; `balance` is the balance afterwards. */
export const Movement = z.object({
  date: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  amount: z.number(),
  balance: z.number(),
  username: z.string(),
  /** What the movement was: "Tesoreria · benvenuto", "Evaporazione del 1° ottobre: 6 % di 24,00". */
  title: z.string(),
  /** The page of the request that was paid; empty for others. */
  link: z.string(),
})
export type Movement = z.infer<typeof Movement>

export const Statement = z.object({
  account: z.string(),
  balance: z.number(),
  movements: z.array(Movement),
  /** For the next page; null on the last one. */
  next: z.number().nullable(),
})
export type Statement = z.infer<typeof Statement>
