import type { MovementKind } from '#domain/val/wallet.ts'
import type { ChainTransaction } from '#server/val/chain/token.ts'

export type TransactionState = 'intended' | 'signed' | 'confirmed' | 'failed'

/** A transaction to be sent, from the intent to its outcome. */
export type TransactionRow = ChainTransaction & {
  id: string
  sender: string
  hash: string | null
  state: TransactionState
  failure: string
}

/** A transaction to be signed; the treasury's has neither member nor key. */
export type QueuedRow = ChainTransaction & {
  id: string
  sender: string
  memberId: string | null
  sealedKey: Buffer | null
}

export type Intent = ChainTransaction & {
  key: string
  sender: string
  memberId?: string
  sealedKey?: Uint8Array
  at: Date
}

export type MemberWallet = { memberId: string; account: string; sealedKey: Uint8Array }

/** A signed transaction, which may already be on the chain. */
export type Signed = { id: string; sender: string; nonce: number; raw: string; hash: string }

/** A movement with what is known about its transaction and about the counterpart. */
export type StatementRow = MovementRow & {
  position: number
  username: string
  name: string
  transactionId: string | null
  transactionKey: string | null
}

export type MovementRow = {
  account: string
  kind: MovementKind
  counterpart: string
  amount: number
  balance: number
  transactionHash: string
  at: Date
}
