import { z } from 'zod'
import { pageNumber } from '#domain/base/query-parameters.ts'
import { RING_STATES } from '#domain/exchange/rings.ts'

const RingMember = z.object({ _id: z.string(), username: z.string() })
/** The id is null if the listing was deleted. */
const RingListing = z.object({ _id: z.string().nullable(), name: z.string() })

const RingPart = z.object({
  giver: RingMember,
  receiver: RingMember,
  /** What the giver offers, and the request of the receiver that it answers. */
  offer: RingListing,
  wanted: RingListing,
  priceVal: z.number(),
  priceEuro: z.number(),
  /** The request that follows, for its parties; null before all have agreed. */
  order: z.string().nullable(),
})

/** As one of its members sees it: the answers of the others are never told. */
export const RingView = z.object({
  _id: z.string(),
  state: z.enum(RING_STATES),
  createdAt: z.string(),
  endsAt: z.string(),
  parts: z.array(RingPart),
  /** Whether the viewer has accepted. */
  accepted: z.boolean(),
  /** VAL that the viewer has more at the end, or fewer if negative. */
  balance: z.number(),
})
export type RingView = z.infer<typeof RingView>

export const RingQuery = z.object({ p: pageNumber })
/** Newest first. */
export const RingPage = z.object({ rings: z.array(RingView), pages: z.number() })
export type RingPage = z.infer<typeof RingPage>

export const RingAnswer = z.object({ accept: z.boolean('Serve un sì o un no.') })
