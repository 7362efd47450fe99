import { z } from 'zod'
import { FRESHNESS_ANSWERS } from '#domain/market/freshness.ts'

/** The listing that a link asks about. */
export const FreshnessQuestion = z.object({
  _id: z.string(),
  name: z.string(),
  state: z.enum(['shown', 'paused', 'ended']),
})
export type FreshnessQuestion = z.infer<typeof FreshnessQuestion>

export const FreshnessReply = z.object({ answer: z.enum(FRESHNESS_ANSWERS) })
