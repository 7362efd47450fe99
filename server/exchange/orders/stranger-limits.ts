import type { AssociationLimits } from '#domain/association/settings.ts'
import { STRANGER_TEXTS } from '#domain/exchange/order-messages.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { Limits } from '#server/platform/limits/service.ts'

type StrangerLimit = 'requestToStranger' | 'messageToStranger'
type Parts = {
  limits: Limits
  /** The limits of a new account, from the association's settings. */
  association: Pick<AssociationLimits, 'requestsPerDay' | 'messagesPerDay'>
  orders: OrdersService
}
export type StrangerLimits = ReturnType<typeof makeStrangerLimits>

// The limit is that of a new account × (1 + finished exchanges), at most × this.
const MAX_FACTOR = 20

/** Limits the requests and messages per day to members with whom the sender has no finished exchange. */
export const makeStrangerLimits = ({ limits, association, orders }: Parts) => ({
  async take(tx: Queries, name: StrangerLimit, from: string, to: string): Promise<void> {
    if (!limits.enabled || (await orders.haveExchanged(from, to, tx))) return
    const factor = Math.min(1 + (await orders.countFinished(from, tx)), MAX_FACTOR)
    const perStep = name === 'requestToStranger' ? association.requestsPerDay : association.messagesPerDay
    const times = factor * perStep
    const more = factor < MAX_FACTOR ? perStep : 0
    await limits.takePerDay(tx, { times, explain: (again) => STRANGER_TEXTS[name]({ times, more, again }) }, name, from)
  },
})
