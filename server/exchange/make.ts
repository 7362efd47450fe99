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
  { db, limits, idempotency, audit, association, site, now }: Platform,
  { mail, notices }: Talk,
  { members, blocks, acting }: Accounts,
  wallet: Wallet,
  { sending }: Val,
  { stock, findMatches, life }: Market,
) => {
  const paymentsStore = makePaymentsStore(db)
  const payments = makePaymentsService({ store: paymentsStore, wallet, stock, idempotency, now })
  const paying = makePaying({
    store: paymentsStore,
    payments,
    sending,
    wallet,
    members,
    stock,
    blocks,
    acting,
    limits,
    idempotency,
    now,
  })
  const store = makeChangeStore(db)
  const orders = makeOrdersService(makeOrdersStore(db), payments)
  const strangerLimits = makeStrangerLimits({ limits, association, orders })
  const reservations = makeReservationStore(db)
  const planRelease = makePlanRelease(reservations)
  const close = makeClosing({ store, stock, planRelease, now })
  const leaving = makeLeaving({ orders, payments, wallet, close, notices, members })
  const placing = makePlacing({
    store,
    orders,
    stock,
    payments,
    members,
    mail,
    notices,
    blocks,
    acting,
    limits,
    strangerLimits,
    idempotency,
    site,
    now,
  })
  const returns = makeReturns({ store, orders, payments, close, sending, members, notices })
  const telling = makeTelling({ store, orders, payments, members, notices, now })
  const ringsStore = makeRingsStore(db)
  const ringEnding = makeRingEnding({ store: ringsStore, notices, now })
  const rings = makeRings({
    store: ringsStore,
    edges: makeEdgesStore(db),
    ending: ringEnding,
    findMatches,
    members,
    stock,
    placing,
    notices,
    now,
  })
  return {
    orders,
    strangerLimits,
    placing,
    steps: makeSteps({
      store,
      orders,
      stock,
      members,
      notices,
      blocks,
      acting,
      audit,
      life,
      planRelease,
      now,
    }),
    orderPaying: makeOrderPaying({
      store,
      orders,
      payments,
      sending,
      returns,
      members,
      telling,
      blocks,
      acting,
      limits,
      idempotency,
      now,
    }),
    returns,
    telling,
    reserving: makeReserving({ store: reservations, orders, stock, members, notices, now }),
    correspondence: makeCorrespondence({ store, orders, members, notices, blocks, now }),
    eventRequests: makeEventRequests({ store, members, notices, now }),
    explainRequests: makeRequestExplanations({ payments, orders }),
    paying,
    unclaimedPayments: makeUnclaimedPayments({
      store: paymentsStore,
      payments,
      sending,
      members,
      answerReturn: returns.answer,
      audit,
      limits,
      now,
    }),
    rings,
    ringEnding,
    /** The other members of open requests and rings. */
    partners: async (tx: Queries, memberId: string): Promise<string[]> => [
      ...(await orders.othersInOpen(tx, memberId)),
      ...(await ringEnding.mates(tx, memberId)),
    ],
    exchangeData: [leaving, orders, payments, rings].map(({ personalData }) => personalData),
  }
}
export type Exchange = ReturnType<typeof makeExchange>
