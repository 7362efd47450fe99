import { ofDayMonth } from '#domain/base/dates.ts'
import type { OrdersService } from '#server/exchange/orders/service.ts'
import type { PaymentsService } from '#server/exchange/payments/service.ts'
import type { MemberTransfers } from '#server/val/transfers/service.ts'
import type { TreasuryService } from '#server/val/treasury/service.ts'
import type { Explain, Explanation } from '#server/val/wallet/movement-texts.ts'

type Parts = {
  payments: Pick<PaymentsService, 'byTransactions'>
  orders: Pick<OrdersService, 'placedAt'>
  memberTransfers: Pick<MemberTransfers, 'notes'>
  gifts: Pick<TreasuryService, 'notes'>
}

const BATCH = 5_000

/** What the movements of a statement were for: a request, a payment to a person, with its note. */
export const makeExplanations = ({ payments, orders, memberTransfers, gifts }: Parts): Explain => {
  const ofRequests = async (ids: string[]): Promise<[string, Explanation][]> => {
    const rows = await payments.byTransactions(ids)
    const placedAt = await orders.placedAt(rows.flatMap(({ orderId }) => orderId ?? []))
    return rows.flatMap(({ transferId, returnId, orderId, createdAt }): [string, Explanation][] => {
      const about = `richiesta ${ofDayMonth(placedAt.get(orderId ?? '') ?? createdAt)}`
      const link = orderId ? `/order/${orderId}` : ''
      return [
        [transferId, { about, link }],
        ...(returnId ? ([[returnId, { about: `restituzione, ${about}`, link }]] as [string, Explanation][]) : []),
      ]
    })
  }

  const ofTransfers = async (ids: string[]): Promise<[string, Explanation][]> =>
    [...(await memberTransfers.notes(ids))].map(([id, note]) => [id, { about: note || 'pagamento' }])

  const ofGifts = async (ids: string[]): Promise<[string, Explanation][]> =>
    [...(await gifts.notes(ids))].map(([id, note]) => [id, { about: note || 'regalo' }])

  return async (ids) => {
    const found: [string, Explanation][] = []
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = ids.slice(from, from + BATCH)
      found.push(...(await ofRequests(batch)), ...(await ofTransfers(batch)), ...(await ofGifts(batch)))
    }
    return new Map(found)
  }
}
