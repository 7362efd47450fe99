import type { Accounts } from '#server/accounts/make.ts'
import { makeChangeStore } from '#server/exchange/orders/change-store.ts'
import { makeClosing } from '#server/exchange/orders/closing.ts'
import { makeCorrespondence } from '#server/exchange/orders/correspondence.ts'
import { makeEventRequests } from '#server/exchange/orders/events.ts'
import { makeRequestExplanations } from '#server/exchange/orders/explanations.ts'
import { makeLeaving } from '#server/exchange/orders/leaving.ts'
import { makeOrderPaying } from '#server/exchange/orders/paying.ts'
import { makePlacing } from '#server/exchange/orders/placing.ts'
import { makePlanRelease } from '#server/exchange/orders/releasing.ts'
import { makeReservationStore } from '#server/exchange/orders/reservation-store.ts'
import { makeReserving } from '#server/exchange/orders/reserving.ts'
import { makeReturns } from '#server/exchange/orders/returns.ts'
import { makeOrdersService } from '#server/exchange/orders/service.ts'
import { makeSteps } from '#server/exchange/orders/steps.ts'
import { makeOrdersStore } from '#server/exchange/orders/store.ts'
import { makeStrangerLimits } from '#server/exchange/orders/stranger-limits.ts'
import { makeTelling } from '#server/exchange/orders/telling.ts'
import { makePaying } from '#server/exchange/payments/paying.ts'
import { makePaymentsService } from '#server/exchange/payments/service.ts'
import { makePaymentsStore } from '#server/exchange/payments/store.ts'
import { makeUnclaimedPayments } from '#server/exchange/payments/unclaimed.ts'
import { makeEdgesStore } from '#server/exchange/rings/edges-store.ts'
import { makeRingEnding } from '#server/exchange/rings/ending.ts'
import { makeRings } from '#server/exchange/rings/service.ts'
import { makeRingsStore } from '#server/exchange/rings/store.ts'
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
  { sending }: Val,
  { stock, findMatches, life }: Market,
) => {
  const { db } = platform
  const shared = { ...platform, ...talk, ...accounts, wallet, sending, stock, life }
  const paymentsStore = makePaymentsStore(db)
  const payments = makePaymentsService({ ...shared, store: paymentsStore })
  const paying = makePaying({ ...shared, store: paymentsStore, payments })
  const orders = makeOrdersService(makeOrdersStore(db), payments)
  const strangerLimits = makeStrangerLimits({ ...shared, orders })
  const reservations = makeReservationStore(db)
  const planRelease = makePlanRelease(reservations)
  const changing = { ...shared, store: makeChangeStore(db), orders, payments, planRelease }
  const close = makeClosing(changing)
  const leaving = makeLeaving({ ...changing, close })
  const placing = makePlacing({ ...changing, strangerLimits })
  const returns = makeReturns({ ...changing, close })
  const telling = makeTelling(changing)
  const ringsStore = makeRingsStore(db)
  const ringEnding = makeRingEnding({ ...shared, store: ringsStore })
  const edges = makeEdgesStore(db)
  const rings = makeRings({ ...shared, store: ringsStore, edges, ending: ringEnding, findMatches, placing })
  return {
    orders,
    strangerLimits,
    placing,
    steps: makeSteps(changing),
    orderPaying: makeOrderPaying({ ...changing, returns, telling }),
    returns,
    telling,
    reserving: makeReserving({ ...shared, store: reservations, orders }),
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
    rings,
    ringEnding,
    /** The other members of the open requests and open rings of a member. */
    partners: async (tx: Queries, memberId: string): Promise<string[]> => [
      ...(await orders.othersInOpen(tx, memberId)),
      ...(await ringEnding.mates(tx, memberId)),
    ],
    exchangeData: [leaving, orders, payments, rings].map(({ personalData }) => personalData),
  }
}
export type Exchange = ReturnType<typeof makeExchange>
