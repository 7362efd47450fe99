import { z } from 'zod'

// User input made safe to store: PostgreSQL rejects NUL, JSON rejects lone surrogates; other control characters are rejected
// because the text is shown to others, and so are those that turn the direction of writing, which make it read as another.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern detects control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

export const isCleanText = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text)

export const collapseSpaces = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

const cleanText = z.string().refine(isCleanText, 'Il testo contiene caratteri non ammessi.')

/** A single line: white space collapsed, at most `max` characters. */
export const line = (max: number) =>
  cleanText.transform(collapseSpaces).refine((text) => text.length <= max, `Al massimo ${max} caratteri.`)

/** Several lines, trimmed, line breaks kept. */
export const paragraph = (max: number) =>
  cleanText
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length <= max, `Al massimo ${max} caratteri.`)
