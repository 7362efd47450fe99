import { z } from 'zod'
import { ListingQuery } from '#domain/market/listings.schema.ts'

// In JSON, numbers and booleans need not be written as text.
const asParameter = (value: unknown): unknown => {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (value === null) return undefined
  return typeof value === 'number' ? String(value) : value
}
const asParameters = (query: unknown): unknown =>
  query && typeof query === 'object' && !Array.isArray(query)
    ? Object.fromEntries(Object.entries(query).map(([name, value]) => [name, asParameter(value)]))
    : query

/** The parameters of GET /api/products; page and order are left out. */
export const AlertRequest = z.object({ query: z.preprocess(asParameters, ListingQuery) })

export const AlertView = z.object({
  _id: z.string(),
  query: z.record(z.string(), z.string()),
  /** The search in words. */
  text: z.string(),
  createdAt: z.string(),
})
export type AlertView = z.infer<typeof AlertView>

export const AlertList = z.object({ alerts: z.array(AlertView) })
export type AlertList = z.infer<typeof AlertList>
