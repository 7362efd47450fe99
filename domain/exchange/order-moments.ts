// The good moments of a request, told once to those they concern. Must not import zod: browsers load this file.
import { dative } from '#domain/accounts/names.ts'
import { DAY_MS } from '#domain/base/dates.ts'
import { formatPrice } from '#domain/base/money.ts'
import { partyName } from '#domain/exchange/order-texts.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import { hasMovedVal, isFinished, isTransferring, otherParty } from '#domain/exchange/orders.ts'

export type OrderMoment = { stage: 'sent' | 'agreed' | 'received' | 'finished'; title: string; text: string }

// Somebody who opens an old request has no use for it.
const TOLD_WITHIN_MS = 3 * DAY_MS

const latest = (order: OrderView, viewerId: string): (OrderMoment & { at: string | null }) | undefined => {
  const other = partyName(order, otherParty(order, viewerId))
  if (order.problem || order.settled) return undefined
  if (isFinished(order))
    return {
      stage: 'finished',
      at: order.deliveredAt ?? order.concludedAt,
      title: 'Scambio riuscito!',
      text: `Grazie a te e ${dative(other)}: la piazza vive di questo.`,
    }
  if (viewerId === order.payee && order.payment && hasMovedVal(order) && !isTransferring(order))
    return {
      stage: 'received',
      at: order.payment.at,
      title: `${formatPrice({ val: order.payment.amount })} per te!`,
      text: `Li trovi nel tuo portafoglio, da ${other}.`,
    }
  if (order.state === 'agreed' && order.kind === 'avviso')
    return viewerId === order.user._id
      ? { stage: 'agreed', at: order.agreedAt, title: 'Il tuo posto c’è!', text: `${other} sa che ci sarai.` }
      : undefined
  if (order.state === 'agreed')
    return {
      stage: 'agreed',
      at: order.agreedAt,
      title: 'È fatta!',
      text: `Tu e ${other} avete trovato l’accordo: scrivetevi qui dove e quando vedervi.`,
    }
  if (order.state === 'sent' && viewerId === order.user._id && !order.answered)
    return {
      stage: 'sent',
      at: order.createdAt,
      title: 'È partita!',
      text: `Ti avvisiamo appena ${other} risponde.`,
    }
  return undefined
}

/** The moment to tell this party of the request now, if it is recent. */
export const momentOf = (order: OrderView, viewerId: string, now: Date): OrderMoment | undefined => {
  const found = latest(order, viewerId)
  return found?.at && now.getTime() - Date.parse(found.at) < TOLD_WITHIN_MS ? found : undefined
}
