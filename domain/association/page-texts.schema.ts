import { z } from 'zod'
import { MAX_PAGE_TEXT, TEXT_PAGE_NAMES } from '#domain/association/page-texts.ts'
import { paragraph } from '#domain/base/text.ts'

export const TextPageName = z.object({ page: z.enum(TEXT_PAGE_NAMES) })

export const PageText = z.object({
  page: z.enum(TEXT_PAGE_NAMES),
  version: z.number(),
  text: z.string(),
  /** Null for the first version. */
  at: z.string().nullable(),
})
export type PageText = z.infer<typeof PageText>

export const PageTextChange = z.object({
  text: paragraph(MAX_PAGE_TEXT).refine((text) => text !== '', 'Scrivi il testo della pagina.'),
  /** The version that the change is based on. */
  version: z.number().int(),
})
export type PageTextChange = z.output<typeof PageTextChange>

/** The current version, and the one that the member accepted last. */
export const TermsState = z.object({ version: z.number(), accepted: z.number() })
export type TermsState = z.infer<typeof TermsState>
export const TermsAcceptance = z.object({ version: z.number().int() })
