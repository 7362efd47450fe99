import { z } from 'zod'
import { line } from '#domain/base/text.ts'
import { ListingCard } from '#domain/market/listings.schema.ts'
import { MAX_CATEGORY, MAX_TAGS_LENGTH, MAX_TITLE, SECTIONS } from '#domain/market/listings.ts'
import { MAX_PLACE_NAME } from '#domain/market/places.ts'

const optionalLine = (max: number) =>
  line(max)
    .nullish()
    .transform((text) => text ?? '')

/** A listing that is being written. */
export const MatchDraft = z.object({
  section: z.enum(SECTIONS, 'Sezione sconosciuta.'),
  name: optionalLine(MAX_TITLE),
  brand: optionalLine(MAX_TAGS_LENGTH),
  category: optionalLine(MAX_CATEGORY),
  isService: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  city: optionalLine(MAX_PLACE_NAME),
  municipality: optionalLine(MAX_PLACE_NAME),
})
export type MatchDraft = z.output<typeof MatchDraft>

/** Best match first. */
export const Matches = z.object({ matches: z.array(ListingCard) })
