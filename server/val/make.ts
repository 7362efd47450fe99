import type { Accounts } from '#server/accounts/make.ts'
import type { Platform } from '#server/platform/make.ts'
import type { Talk } from '#server/talk/make.ts'
import { makeRoundCalling } from '#server/val/currency/calling.ts'
import { makeFigures } from '#server/val/currency/figures.ts'
import { makeFiguresStore } from '#server/val/currency/figures-store.ts'
import { makeRounds } from '#server/val/currency/rounds.ts'
import { makeCurrencyStore } from '#server/val/currency/store.ts'
import { makeRoundTelling } from '#server/val/currency/telling.ts'
import { type ExplainRequests, makeExplanations } from '#server/val/transfers/explanations.ts'
import { makeRecipients } from '#server/val/transfers/recipients.ts'
import { makeValRequests } from '#server/val/transfers/requests.ts'
import { makeValRequestsStore } from '#server/val/transfers/requests-store.ts'
import { makeMemberTransfers } from '#server/val/transfers/service.ts'
import { makeTransfersStore } from '#server/val/transfers/store.ts'
import { makeGiving } from '#server/val/treasury/giving.ts'
import { makeGiftImports } from '#server/val/treasury/importing.ts'
import { makeTreasury } from '#server/val/treasury/service.ts'
import { makeTreasuryStore } from '#server/val/treasury/store.ts'
import { makeSending } from '#server/val/wallet/sending.ts'
import type { WalletService } from '#server/val/wallet/service.ts'
import type { Settling } from '#server/val/wallet/settling.ts'

export type Wallet = WalletService & { settling: Settling }

/** The figures and rounds of the currency, VAL between members, and the treasury. `wallet` is made by wallet/make.ts. */
export const makeVal = (
  { db, limits, idempotency, audit, association, now }: Platform,
  { notices }: Talk,
  { members, blocks, acting }: Accounts,
  wallet: Wallet,
  explainRequests: ExplainRequests,
) => {
  const { settling } = wallet
  const sending = makeSending({ transaction: db.transaction, sendAndWait: wallet.sendAndWait })
  const recipients = makeRecipients({
    members,
    areBlocked: (one, other) => blocks.areBlocked(db, one, other),
    limits,
  })
  const requests = makeValRequestsStore(db)
  const memberTransfers = makeMemberTransfers({
    store: makeTransfersStore(db),
    requests,
    recipients,
    wallet,
    sending,
    members,
    notices,
    acting,
    blocks,
    limits,
    idempotency,
    association,
    now,
  })
  const valRequests = makeValRequests({
    store: requests,
    transfers: memberTransfers,
    recipients,
    members,
    notices,
    blocks,
    acting,
    limits,
    idempotency,
    now,
  })
  const currencyStore = makeCurrencyStore(db)
  const figures = makeFigures({ store: makeFiguresStore(db), follow: wallet.follow, now })
  const rounds = makeRounds({ store: currencyStore, audit, treasury: wallet.treasury, now })
  const treasuryStore = makeTreasuryStore(db)
  const treasury = makeTreasury({
    store: treasuryStore,
    members,
    wallet,
    settling,
    countLosing: figures.countAboveThreshold,
    idempotency,
    sending,
    audit,
    now,
  })
  const explainMovements = makeExplanations({ explainRequests, memberTransfers, gifts: treasury })
  const walletData = {
    tables: [],
    export: async ({ id }: { id: string }) => ({ movements: await wallet.movementsOf(id, explainMovements) }),
  }
  return {
    sending,
    recipients,
    memberTransfers,
    valRequests,
    figures,
    rounds,
    roundTelling: makeRoundTelling({ store: currencyStore, members, notices, now }),
    roundCalling: makeRoundCalling({ store: currencyStore, wallet, settling, now }),
    treasury,
    giftImports: makeGiftImports({ store: treasuryStore, members, wallet, idempotency, audit, now }),
    giving: makeGiving({ store: treasuryStore, members, wallet, idempotency, notices }),
    explainMovements,
    valData: [...[valRequests, memberTransfers, treasury, rounds].map(({ personalData }) => personalData), walletData],
  }
}
export type Val = ReturnType<typeof makeVal>
