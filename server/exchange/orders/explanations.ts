import { ofDayMonth } from '#domain/base/dates.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { PaymentsService } from '#server/exchange/payments/service.ts'
import type { ExplainRequests } from '#server/val/transfers/explanations.ts'

type Parts = { payments: PaymentsService; orders: OrdersService }

/** Finds the request that a transfer of VAL paid for, to show it in account statements. */
export const makeRequestExplanations =
  ({ payments, orders }: Parts): ExplainRequests =>
  async (ids) => {
    const rows = await payments.byTransactions(ids)
    const placedAt = await orders.placedAt(rows.flatMap(({ orderId }) => orderId ?? []))
    return rows.flatMap(({ transferId, returnId, orderId, createdAt }): Awaited<ReturnType<ExplainRequests>> => {
      const about = `richiesta ${ofDayMonth(placedAt.get(orderId ?? '') ?? createdAt)}`
      const link = orderId ? `/order/${orderId}` : ''
      const back = { about: `restituzione, ${about}`, link }
      return returnId
        ? [
            [transferId, { about, link }],
            [returnId, back],
          ]
        : [[transferId, { about, link }]]
    })
  }
