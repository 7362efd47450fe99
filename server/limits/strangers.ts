import type { Queries } from '#server/db/pool.ts'
import type { LimitName } from '#server/limits/limits.ts'
import type { Limits } from '#server/limits/service.ts'
import type { OrdersService } from '#server/orders/service.ts'

type StrangerLimit = Extract<LimitName, 'requestToStranger' | 'messageToStranger'>
type Parts = {
  limits: Pick<Limits, 'enabled' | 'takeTimes'>
  orders: Pick<OrdersService, 'countFinished' | 'haveExchanged'>
}
export type StrangerLimits = ReturnType<typeof makeStrangerLimits>

// Each finished exchange adds the limit of a new account once more, up to this many times.
const MAX_FACTOR = 20

/** Requests and messages to members without a finished exchange between the two; more are allowed with each exchange. */
export const makeStrangerLimits = ({ limits, orders }: Parts) => ({
  async take(tx: Queries, name: StrangerLimit, from: string, to: string): Promise<void> {
    if (!limits.enabled || (await orders.haveExchanged(from, to, tx))) return
    const factor = Math.min(1 + (await orders.countFinished(from, tx)), MAX_FACTOR)
    // Counted anew once the limit has risen.
    await limits.takeTimes(tx, factor, name, from, String(factor))
  },
})
