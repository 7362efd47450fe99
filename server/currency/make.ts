import { makeRoundCalling } from '#server/currency/calling.ts'
import { makeFigures } from '#server/currency/figures.ts'
import { makeFiguresStore } from '#server/currency/figures-store.ts'
import { makeRounds } from '#server/currency/rounds.ts'
import { makeCurrencyStore } from '#server/currency/store.ts'
import { makeRoundTelling } from '#server/currency/telling.ts'
import type { Database } from '#server/db/pool.ts'
import type { MembersService } from '#server/members/service.ts'
import type { Notices } from '#server/notices/service.ts'
import type { Records } from '#server/records/service.ts'
import type { WalletService } from '#server/wallet/service.ts'
import type { Settling } from '#server/wallet/settling.ts'

export type WalletForCurrency = Pick<
  WalletService,
  'follow' | 'intendOrder' | 'progressOf' | 'treasury' | 'waitFor'
> & { settling: Settling }

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
