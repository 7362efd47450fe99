import { fromHundredths } from '#domain/base/money.ts'
import type { RingView } from '#domain/exchange/rings.schema.ts'
import { type RingTerms, ringBalance, withRingTerms } from '#domain/exchange/rings.ts'
import type { RingPartRow, RingRow } from '#server/exchange/rings/store.ts'

type PartTerms = RingPartRow & { terms: RingTerms }

const inUnits = ({ val, euro, payer, payee }: RingTerms): RingTerms => ({
  val: fromHundredths(val),
  euro: fromHundredths(euro),
  payer,
  payee,
})

/** The parts with what is paid for each, in VAL and euro: the terms of its request, once there is one. */
export const withTerms = ({ parts }: RingRow): PartTerms[] =>
  withRingTerms(parts).map((part) => ({ ...part, terms: inUnits(part.order ?? part.terms) }))

/** Rotates the parts so that the viewer's comes first. */
const fromViewer = (parts: PartTerms[], viewerId: string): PartTerms[] => {
  const own = parts.findIndex(({ giverId }) => giverId === viewerId)
  return [...parts.slice(own), ...parts.slice(0, own)]
}

const isoTime = (at: string | null | undefined): string | null => (at ? new Date(at).toISOString() : null)

/** Whether the request of a part of an agreed ring was closed, has expired or was deleted. */
export const hasEnded = ({ order }: RingPartRow): boolean => !order || ['closed', 'expired'].includes(order.state)

export const viewOf = (ring: RingRow, viewerId: string): RingView => ({
  _id: ring.id,
  state: ring.state,
  createdAt: ring.createdAt.toISOString(),
  endsAt: ring.endsAt.toISOString(),
  agreedAt: ring.agreedAt?.toISOString() ?? null,
  parts: fromViewer(withTerms(ring), viewerId).map((part) => ({
    giver: { _id: part.giverId, username: part.giverUsername, name: part.giverName },
    receiver: { _id: part.receiverId, username: part.receiverUsername, name: part.receiverName },
    offer: { _id: part.offerId, name: part.offerName },
    wanted: { _id: part.wantedId, name: part.wantedName },
    priceVal: fromHundredths(part.priceVal),
    priceEuro: fromHundredths(part.priceEuro),
    terms: part.terms,
    order: [part.giverId, part.receiverId].includes(viewerId) ? part.orderId : null,
    handedOverAt: isoTime(part.order?.handedOverAt),
    receivedAt: isoTime(part.order?.receivedAt),
    paidAt: isoTime(part.order?.paidAt),
    isClosed: ring.agreedAt !== null && hasEnded(part),
  })),
  accepted: ring.parts.some(({ giverId, accepted }) => giverId === viewerId && accepted),
  balance: fromHundredths(ringBalance(ring.parts, viewerId)),
})
