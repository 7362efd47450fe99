import type { Database, Queries } from '#server/db/pool.ts'
import type { MembersService } from '#server/members/service.ts'
import type { Notices } from '#server/notices/service.ts'
import type { Sending } from '#server/payments/sending.ts'
import type { Records } from '#server/records/service.ts'
import { makeGiving } from '#server/treasury/giving.ts'
import { makeGiftImports } from '#server/treasury/importing.ts'
import { makeTreasury } from '#server/treasury/service.ts'
import { makeTreasuryStore } from '#server/treasury/store.ts'
import type { WalletService } from '#server/wallet/service.ts'
import type { Settling } from '#server/wallet/settling.ts'

export type WalletForTreasury = Pick<
  WalletService,
  | 'findAccount'
  | 'findOrder'
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
  now: () => Date
}

export const makeTreasuryServices = ({ db, wallet, countLosing, sending, members, notices, records, now }: Parts) => {
  const store = makeTreasuryStore(db)
  const { settling } = wallet
  return {
    treasury: makeTreasury({ store, members, wallet, settling, countLosing, sending, records, now }),
    giftImports: makeGiftImports({ store, members, wallet, records, now }),
    giving: makeGiving({ store, members, wallet, notices }),
  }
}

/** For the deletion of an account. */
export const makeBlankGiftNotes = (db: Database) => (tx: Queries, memberId: string) =>
  makeTreasuryStore(db).blankNotes(tx, memberId)
