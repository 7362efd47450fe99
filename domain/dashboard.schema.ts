import { z } from 'zod'
import { SECTIONS } from '#domain/listings.ts'

/** How many months the figures over time go back, the current one included. */
export const DASHBOARD_MONTHS = 12

const Month = z.object({
  /** As `2026-11`, in Italian time. */
  month: z.string(),
})

/** The figures of an association; every series has one entry per month, oldest first, months without anything included. */
export const Dashboard = z.object({
  members: z.object({
    total: z.number(),
    verified: z.number(),
    sellers: z.number(),
    /** Those who have published an ad. */
    withAd: z.number(),
    byMonth: z.array(Month.extend({ joined: z.number() })),
  }),
  newsletter: z.object({ verified: z.number(), waiting: z.number() }),
  listings: z.object({
    /** What everyone sees now. */
    shown: z.number(),
    paused: z.number(),
    bySection: z.array(z.object({ section: z.enum(SECTIONS), shown: z.number() })),
    /** The fullest first, twelve at most. */
    byCategory: z.array(z.object({ category: z.string(), shown: z.number() })),
  }),
  orders: z.object({
    total: z.number(),
    paid: z.number(),
    delivered: z.number(),
    /** Orders by when they were placed; VAL and euro by when the seller marked them as paid. */
    byMonth: z.array(Month.extend({ placed: z.number(), val: z.number(), euro: z.number() })),
  }),
  /** VAL in circulation and who holds any; null while the chain does not answer. */
  token: z.object({ supply: z.number(), holders: z.number() }).nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>
