import type { MembersService } from '#server/accounts/members/service.ts'
import type { Records } from '#server/association/audit/service.ts'
import type { Database } from '#server/platform/db/pool.ts'
import type { Notices } from '#server/talk/notices/service.ts'
import { makeRoundCalling } from '#server/val/currency/calling.ts'
import { makeFigures } from '#server/val/currency/figures.ts'
import { makeFiguresStore } from '#server/val/currency/figures-store.ts'
import { makeRounds } from '#server/val/currency/rounds.ts'
import { makeCurrencyStore } from '#server/val/currency/store.ts'
import { makeRoundTelling } from '#server/val/currency/telling.ts'
import type { WalletService } from '#server/val/wallet/service.ts'
import type { Settling } from '#server/val/wallet/settling.ts'

export type WalletForCurrency = Pick<WalletService, 'follow' | 'intendOrder' | 'progressOf' | 'send' | 'treasury'> & {
  settling: Settling
}

type Parts = {
  db: Database
  wallet: WalletForCurrency
  members: Pick<MembersService, 'verifiedAfter'>
  notices: Pick<Notices, 'tellAll'>
  records: Records
  now: () => Date
}

export const makeCurrency = ({ db, wallet, members, notices, records, now }: Parts) => {
  const store = makeCurrencyStore(db)
  return {
    figures: makeFigures({ store: makeFiguresStore(db), follow: wallet.follow, now }),
    rounds: makeRounds({ store, records, treasury: wallet.treasury, now }),
    roundTelling: makeRoundTelling({ store, members, notices, now }),
    roundCalling: makeRoundCalling({ store, wallet, settling: wallet.settling, now }),
  }
}
