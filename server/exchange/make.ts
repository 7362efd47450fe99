import type { Accounts } from '#server/accounts/make.ts'
import { makeEventRequests } from '#server/exchange/events/service.ts'
import { makeFeedback, makeFeedbackReader } from '#server/exchange/feedback/service.ts'
import { makeFeedbackStore } from '#server/exchange/feedback/store.ts'
import type { ExchangeHooks } from '#server/exchange/hooks.ts'
import { makeChangeStore } from '#server/exchange/orders/change-store.ts'
import { makeClosing } from '#server/exchange/orders/closing.ts'
import { makeCorrespondence } from '#server/exchange/orders/correspondence.ts'
import { makeRequestExplanations } from '#server/exchange/orders/explanations.ts'
import { makeOrderFiguresStore } from '#server/exchange/orders/figures-store.ts'
import { makeLeaving } from '#server/exchange/orders/leaving.ts'
import { makeOrderPaying } from '#server/exchange/orders/paying.ts'
import { makePlacing } from '#server/exchange/orders/placing.ts'
import { makeRequestStock } from '#server/exchange/orders/request-stock.ts'
import { makeReturns } from '#server/exchange/orders/returns.ts'
import { makeRingRequests } from '#server/exchange/orders/ring-requests.ts'
import { makeOrdersService } from '#server/exchange/orders/service.ts'
import { makeSteps } from '#server/exchange/orders/steps.ts'
import { makeOrdersStore } from '#server/exchange/orders/store.ts'
import { makeStrangerLimits } from '#server/exchange/orders/stranger-limits.ts'
import { makeTelling } from '#server/exchange/orders/telling.ts'
import { makeWaitingStore } from '#server/exchange/orders/waiting-store.ts'
import { makePaying } from '#server/exchange/payments/paying.ts'
import { makePaymentsService } from '#server/exchange/payments/service.ts'
import { makePaymentsStore } from '#server/exchange/payments/store.ts'
import { makeUnclaimedPayments } from '#server/exchange/payments/unclaimed.ts'
import { makeProblems } from '#server/exchange/problems/service.ts'
import { makeSuspensionNotices } from '#server/exchange/problems/suspension-notices.ts'
import { makeEdgesStore } from '#server/exchange/rings/edges-store.ts'
import { makeRingEnding } from '#server/exchange/rings/ending.ts'
import { makeRunningRings } from '#server/exchange/rings/running.ts'
import { makeRings } from '#server/exchange/rings/service.ts'
import { makeRingsStore } from '#server/exchange/rings/store.ts'
import { makeWaiting } from '#server/exchange/waiting/service.ts'
import type { Market } from '#server/market/make.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Platform } from '#server/platform/make.ts'
import type { Talk } from '#server/talk/make.ts'
import type { Val, Wallet } from '#server/val/make.ts'

/** Requests between members, their payments, and rings of requests. */
export const makeExchange = (
  platform: Platform,
  talk: Talk,
  accounts: Accounts,
  wallet: Wallet,
  { sending, spending }: Val,
  { stock, findMatches, life, listingStates }: Market,
  hooks: ExchangeHooks,
) => {
  const { db, reads, now } = platform
  const shared = { ...platform, ...talk, ...accounts, wallet, sending, spending, stock, life, listingStates }
  const paymentsStore = makePaymentsStore(db)
  const payments = makePaymentsService({ ...shared, store: paymentsStore })
  const paying = makePaying({ ...shared, store: paymentsStore, payments })
  const orders = makeOrdersService({
    ...shared,
    store: makeOrdersStore(db),
    figures: makeOrderFiguresStore(db),
    payments,
  })
  const strangerLimits = makeStrangerLimits({ ...shared, orders })
  const store = makeChangeStore(db)
  const requestStock = makeRequestStock({ ...shared, store })
  const closing = makeClosing({ ...shared, store, requestStock })
  const changing = { ...shared, store, orders, payments, requestStock, closing, hooks }
  const leaving = makeLeaving(changing)
  const placing = makePlacing({ ...changing, strangerLimits })
  const returns = makeReturns(changing)
  const problems = makeProblems({ ...changing, returns })
  const telling = makeTelling(changing)
  const feedbackStore = makeFeedbackStore(db)
  const feedback = makeFeedback({ ...shared, store: feedbackStore, orders, orderChanges: changing.store })
  const ringsStore = makeRingsStore(db)
  const ringEnding = makeRingEnding({ ...shared, store: ringsStore })
  const edges = makeEdgesStore(db)
  const inRings = { ...shared, store: ringsStore, ending: ringEnding }
  const running = makeRunningRings({ ...inRings, requests: makeRingRequests(changing), placing })
  const rings = makeRings({ ...inRings, edges, running, findMatches })
  return {
    orders,
    lockOrder: changing.store.lock,
    strangerLimits,
    placing,
    steps: makeSteps(changing),
    orderPaying: makeOrderPaying({ ...changing, returns, telling }),
    returns,
    telling,
    problems,
    suspensionNotices: makeSuspensionNotices(changing),
    waiting: makeWaiting({ ...changing, problems, waitingStore: makeWaitingStore(db) }),
    noteAnswer: store.recordAnswer,
    correspondence: makeCorrespondence(changing),
    eventRequests: makeEventRequests(changing),
    explainRequests: makeRequestExplanations({ payments, orders }),
    paying,
    unclaimedPayments: makeUnclaimedPayments({
      ...shared,
      store: paymentsStore,
      payments,
      answerReturn: returns.answer,
    }),
    feedback,
    feedbackReader: makeFeedbackReader({ store: feedbackStore, profiles: accounts.members.profiles, now }),
    publicFeedback: makeFeedbackReader({ store: makeFeedbackStore(reads), profiles: accounts.publicProfiles, now }),
    rings,
    ringEnding,
    /** The other members of the open requests and open rings of a member. */
    partners: async (tx: Queries, memberId: string): Promise<string[]> => [
      ...(await orders.othersInOpen(tx, memberId)),
      ...(await ringEnding.mates(tx, memberId)),
    ],
    exchangeData: [leaving, orders, payments, feedback, rings].map(({ personalData }) => personalData),
  }
}
export type Exchange = ReturnType<typeof makeExchange>
