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
    const subjects = await orders.subjects(rows.flatMap(({ orderId }) => orderId ?? []))
    return rows.flatMap((row): Awaited<ReturnType<ExplainRequests>> => {
      const { transferId, returnId, orderId, createdAt, quote } = row
      // Until a paid cart has a request, the payment has a copy of the cart.
      const paid = { at: createdAt, title: (quote?.items ?? []).map(({ name }) => name).join(', ') }
      const { at, title } = subjects.get(orderId ?? '') ?? paid
      const about = `richiesta ${ofDayMonth(at)}${title && `: ${title}`}`
      const link = orderId ? `/order/${orderId}` : ''
      const detail = ` per la ${about}`
      const back = { about: `restituzione, ${about}`, link, detail, verb: 'restituito' }
      return [[transferId, { about, link, detail }], ...(returnId ? [[returnId, back] as [string, typeof back]] : [])]
    })
  }
