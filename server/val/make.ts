import type { Accounts } from '#server/accounts/make.ts'
import type { Platform } from '#server/platform/make.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { Talk } from '#server/talk/make.ts'
import { makeRoundCalling } from '#server/val/currency/calling.ts'
import { makeFigures } from '#server/val/currency/figures.ts'
import { makeFiguresStore } from '#server/val/currency/figures-store.ts'
import { makePublicationStore } from '#server/val/currency/publication-store.ts'
import { makePublishing } from '#server/val/currency/publishing.ts'
import { makeRounds } from '#server/val/currency/rounds.ts'
import { makeCurrencyStore } from '#server/val/currency/store.ts'
import { makeRoundTelling } from '#server/val/currency/telling.ts'
import { makeReceipts } from '#server/val/spending/receipts.ts'
import { makeSpending } from '#server/val/spending/service.ts'
import { type ExplainRequests, makeExplanations } from '#server/val/transfers/explanations.ts'
import { makeRecipients } from '#server/val/transfers/recipients.ts'
import { makeValRequests } from '#server/val/transfers/requests.ts'
import { makeValRequestsStore } from '#server/val/transfers/requests-store.ts'
import { makeMemberTransfers } from '#server/val/transfers/service.ts'
import { makeTransfersStore } from '#server/val/transfers/store.ts'
import { makeGiftDecisions } from '#server/val/treasury/decisions.ts'
import { makeGiving } from '#server/val/treasury/giving.ts'
import { makeGiftImports } from '#server/val/treasury/importing.ts'
import { makeSecondYes } from '#server/val/treasury/second-yes.ts'
import { makeTreasury } from '#server/val/treasury/service.ts'
import { makeTreasuryStore } from '#server/val/treasury/store.ts'
import { makeSending } from '#server/val/wallet/sending.ts'
import type { WalletService } from '#server/val/wallet/service.ts'
import type { Settling } from '#server/val/wallet/settling.ts'

export type Wallet = WalletService & { settling: Settling }

/** The figures and rounds of the currency, VAL between members, and the treasury. `wallet` is made by wallet/make.ts. */
export const makeVal = (
  platform: Platform,
  talk: Talk,
  accounts: Accounts,
  wallet: Wallet,
  explainRequests: ExplainRequests,
) => {
  const { db } = platform
  const sending = makeSending({ transaction: db.transaction, sendAndWait: wallet.sendAndWait })
  const base = { ...platform, ...talk, ...accounts, wallet }
  const spending = makeSpending(base)
  const shared = { ...base, settling: wallet.settling, sending, spending }
  const areBlocked = (one: string, other: string) => accounts.blocks.areBlocked(db, one, other)
  const requests = makeValRequestsStore(db)
  const recipients = makeRecipients({
    ...shared,
    areBlocked,
    blockedWith: (id) => accounts.blocks.blockedWith(db, id),
    recentPartners: requests.recentPartners,
  })
  const memberTransfers = makeMemberTransfers({ ...shared, store: makeTransfersStore(db), requests, recipients })
  const valRequests = makeValRequests({ ...shared, store: requests, transfers: memberTransfers, recipients })
  const currency = { ...shared, store: makeCurrencyStore(db) }
  const publication = { ...shared, store: makePublicationStore(db, wallet.treasury) }
  const { holdings } = makeFiguresStore(db, wallet.treasury)
  const rounds = makeRounds({ ...currency, treasury: wallet.treasury })
  const treasuryStore = makeTreasuryStore(db)
  const secondYes = makeSecondYes({ ...shared, store: treasuryStore })
  const gifts = { ...shared, store: treasuryStore, secondYes }
  const giftDecisions = makeGiftDecisions(gifts)
  const treasury = makeTreasury({ ...gifts, countLosing: async () => (await holdings()).losing })
  const explainMovements = makeExplanations({ explainRequests, memberTransfers, gifts: treasury })
  const receipts = makeReceipts({ ...shared, transaction: db.transaction, explain: explainMovements })
  const walletData: PersonalData = {
    tables: [],
    export: async ({ id }) => ({ movements: await wallet.movementsOf(id, explainMovements) }),
  }
  return {
    sending,
    spending,
    receipts,
    recipients,
    memberTransfers,
    valRequests,
    figures: makeFigures(publication),
    publishing: makePublishing(publication),
    holdings,
    rounds,
    roundTelling: makeRoundTelling(currency),
    roundCalling: makeRoundCalling(currency),
    treasury,
    giftImports: makeGiftImports(gifts),
    giftDecisions,
    giving: makeGiving({ ...gifts, decisions: giftDecisions }),
    explainMovements,
    valData: [...[valRequests, memberTransfers, treasury, rounds].map(({ personalData }) => personalData), walletData],
  }
}
export type Val = ReturnType<typeof makeVal>
