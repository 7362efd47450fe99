import { z } from 'zod'
import { pageNumber } from '#domain/base/query-parameters.ts'
import { RING_STATES } from '#domain/exchange/rings.ts'

const RingMember = z.object({ _id: z.string(), username: z.string(), name: z.string() })
/** The id is null if the listing was deleted. */
const RingListing = z.object({ _id: z.string().nullable(), name: z.string() })

const RingPart = z.object({
  giver: RingMember,
  receiver: RingMember,
  /** What the giver offers, and the matching «Cerco» of the receiver. */
  offer: RingListing,
  wanted: RingListing,
  priceVal: z.number(),
  priceEuro: z.number(),
  /** What is paid for it, so that only the differences move; payer and payee are null if nothing is paid. */
  terms: z.object({
    val: z.number(),
    euro: z.number(),
    payer: z.string().nullable(),
    payee: z.string().nullable(),
  }),
  /** The order created from it, shown to its parties only; null before all have agreed. */
  order: z.string().nullable(),
  /** How far the order is, shown to all members of the ring. */
  handedOverAt: z.string().nullable(),
  receivedAt: z.string().nullable(),
  paidAt: z.string().nullable(),
  /** Whether the order was closed, has expired or was deleted. */
  isClosed: z.boolean(),
})

/** As one of its members sees it, without the answers of the others. */
export const RingView = z.object({
  _id: z.string(),
  state: z.enum(RING_STATES),
  createdAt: z.string(),
  endsAt: z.string(),
  /** When all had accepted; null before, and if not all did. */
  agreedAt: z.string().nullable(),
  parts: z.array(RingPart),
  /** Whether the viewer has accepted. */
  accepted: z.boolean(),
  /** Change of the viewer's VAL; negative if more is spent than received. */
  balance: z.number(),
})
export type RingView = z.infer<typeof RingView>

export const RingQuery = z.object({ p: pageNumber })
/** Newest first. */
export const RingPage = z.object({ rings: z.array(RingView), pages: z.number() })
export type RingPage = z.infer<typeof RingPage>

export const RingAnswer = z.object({ accept: z.boolean('Serve un sì o un no.') })
