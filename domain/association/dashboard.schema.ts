import { z } from 'zod'
import { SECTIONS } from '#domain/market/listings.ts'

/** The current month included. */
export const DASHBOARD_MONTHS = 12

const Month = z.object({
  /** `yyyy-MM`, in Italian time. */
  month: z.string(),
})

/** `byMonth` always has DASHBOARD_MONTHS entries, oldest first, also for months without data. */
export const Dashboard = z.object({
  /** When a job counted the figures (large associations); null if they were counted for this response. */
  countedAt: z.iso.datetime().nullable(),
  activity: z.object({
    /** Members who published, asked or were asked for something in the last ACTIVE_DAYS. */
    active: z.number(),
    /** Requests older than UNANSWERED_DAYS that the owner has not answered. */
    unanswered: z.number(),
    openReports: z.number(),
    /** Objections to decisions that are not decided. */
    openObjections: z.number(),
    /** VAL held by members, without the treasury. */
    held: z.number(),
  }),
  members: z.object({
    total: z.number(),
    verified: z.number(),
    sellers: z.number(),
    /** Members who have published a listing. */
    withAd: z.number(),
    byMonth: z.array(Month.extend({ joined: z.number() })),
  }),
  newsletter: z.object({ verified: z.number(), waiting: z.number() }),
  listings: z.object({
    /** Currently public. */
    shown: z.number(),
    paused: z.number(),
    bySection: z.array(z.object({ section: z.enum(SECTIONS), shown: z.number() })),
    /** The twelve largest, in descending order. */
    byCategory: z.array(z.object({ category: z.string(), shown: z.number() })),
  }),
  orders: z.object({
    total: z.number(),
    paid: z.number(),
    delivered: z.number(),
    /** Orders by the month they were placed; VAL and euro by the month of `paidAt`. */
    byMonth: z.array(Month.extend({ placed: z.number(), val: z.number(), euro: z.number() })),
  }),
  /** Null while the chain is unavailable. */
  token: z.object({ supply: z.number(), holders: z.number() }).nullable(),
})
export type Dashboard = z.infer<typeof Dashboard>
