import { z } from 'zod'
import { RESERVATION_STATES } from '#domain/exchange/reservations.ts'

/** The queue for the listings of a request. */
export const QueueView = z.object({
  /** Whether the listings are reserved, and whether for this request. */
  state: z.enum(RESERVATION_STATES),
  /** Position of this request in the queue, from 1; null if it is not in it. */
  place: z.number().nullable(),
  /** How many other open requests there are. */
  others: z.number(),
})
export type QueueView = z.infer<typeof QueueView>
