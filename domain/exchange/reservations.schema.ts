import { z } from 'zod'
import { RESERVATION_STATES } from '#domain/exchange/reservations.ts'

/** Of the listings of a request. */
export const QueueView = z.object({
  /** Whether they are reserved, and whether for this request. */
  state: z.enum(RESERVATION_STATES),
  /** The place of this request among those that wait, from 1; null if it does not wait. */
  place: z.number().nullable(),
  /** How many other open requests there are. */
  others: z.number(),
})
export type QueueView = z.infer<typeof QueueView>
