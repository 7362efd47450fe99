import { z } from 'zod'
import { line } from '#domain/base/text.ts'
import { MAX_PLACE_NAME } from '#domain/market/places.ts'

/** A comune with the coordinates of its centre. */
export const Place = z.object({
  /** ISTAT number; accepted by `near`, like the name. */
  id: z.number(),
  name: z.string(),
  /** Two-letter code. */
  province: z.string(),
  provinceName: z.string(),
  region: z.string(),
  zipCode: z.string(),
  lat: z.number(),
  lng: z.number(),
})
export type Place = z.infer<typeof Place>

export const PlaceQuery = z.object({ q: line(MAX_PLACE_NAME) })
export type PlaceQuery = z.infer<typeof PlaceQuery>

const degrees = (max: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,20})?$/, 'Serve una coordinata in gradi.')
    .transform(Number)
    .refine((value) => Math.abs(value) <= max, 'La coordinata non esiste.')

export const NearestQuery = z.object({ lat: degrees(90), lng: degrees(180) })
export type NearestQuery = z.infer<typeof NearestQuery>
