import { z } from 'zod'
import { line } from '#domain/base/text.ts'
import {
  MAX_SYNONYM,
  MAX_SYNONYM_WORDS,
  MAX_SYNONYMS,
  MIN_SYNONYMS,
  SYNONYM_MESSAGES,
} from '#domain/market/synonyms.ts'

const Synonym = line(MAX_SYNONYM)
  .transform((word) => word.toLowerCase())
  .refine((word) => /^[\p{L}\p{N}][\p{L}\p{N} '’-]*$/u.test(word), 'Scrivi solo parole, separate da virgole.')
  .refine((word) => word.split(' ').length <= MAX_SYNONYM_WORDS, `Al massimo ${MAX_SYNONYM_WORDS} parole di seguito.`)

export const NewSynonymGroup = z.object({
  words: z
    .array(Synonym)
    .max(MAX_SYNONYMS, `Al massimo ${MAX_SYNONYMS} parole.`)
    .transform((words) => [...new Set(words)])
    .refine((words) => words.length >= MIN_SYNONYMS, SYNONYM_MESSAGES.tooFew),
})
export type NewSynonymGroup = z.output<typeof NewSynonymGroup>

export const SynonymGroup = z.object({
  _id: z.string(),
  words: z.array(z.string()),
  /** Part of the list that comes with the program; cannot be removed. */
  builtIn: z.boolean(),
})
export type SynonymGroup = z.infer<typeof SynonymGroup>
/** Groups added by admins first, newest first. */
export const SynonymGroups = z.object({ groups: z.array(SynonymGroup) })
