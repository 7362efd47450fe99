import type { MembersService } from '#server/accounts/members/service.ts'
import type { Records } from '#server/association/audit/service.ts'
import type { Sending } from '#server/exchange/payments/sending.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import type { Idempotency } from '#server/platform/idempotency/service.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { makeGiving } from '#server/val/treasury/giving.ts'
import { makeGiftImports } from '#server/val/treasury/importing.ts'
import { makeTreasury } from '#server/val/treasury/service.ts'
import { makeTreasuryStore } from '#server/val/treasury/store.ts'
import type { WalletService } from '#server/val/wallet/service.ts'
import type { Settling } from '#server/val/wallet/settling.ts'

export type WalletForTreasury = Pick<
  WalletService,
  | 'findAccount'
  | 'intend'
  | 'intendOrder'
  | 'progressOf'
  | 'refuseImpossible'
  | 'treasury'
  | 'treasuryBalance'
  | 'waitFor'
> & { settling: Settling }

type Parts = {
  db: Database
  wallet: WalletForTreasury
  /** How many wallets a round would take something from. */
  countLosing: () => Promise<number>
  sending: Sending
  members: MembersService
  notices: Pick<Notices, 'tell'>
  records: Records
  idempotency: Idempotency
  now: () => Date
}

export const makeTreasuryServices = (parts: Parts) => {
  const { db, wallet, countLosing, sending, members, notices, records, idempotency, now } = parts
  const store = makeTreasuryStore(db)
  const { settling } = wallet
  return {
    treasury: makeTreasury({ store, members, wallet, settling, countLosing, idempotency, sending, records, now }),
    giftImports: makeGiftImports({ store, members, wallet, idempotency, records, now }),
    giving: makeGiving({ store, members, wallet, idempotency, notices }),
  }
}

/** For the deletion of an account. */
export const makeBlankGiftNotes = (db: Database) => (tx: Queries, memberId: string) =>
  makeTreasuryStore(db).blankNotes(tx, memberId)
