import { z } from 'zod'
import { MAX_SEARCH } from '#domain/base/long-lists.ts'
import { line } from '#domain/base/text.ts'

export const MAX_SUGGESTIONS = 8

/** Words to search for, a category, or a listing (with its id). */
export const Suggestion = z.object({
  kind: z.enum(['words', 'category', 'listing']),
  text: z.string(),
  id: z.string().optional(),
})
export type Suggestion = z.infer<typeof Suggestion>

export const SuggestionQuery = z.object({ q: line(MAX_SEARCH) })
export type SuggestionQuery = z.infer<typeof SuggestionQuery>
