import { z } from 'zod'

// What people type, made safe to store: PostgreSQL refuses NUL, JSON refuses lone surrogates,
// and other control characters have no place in a text that others will read.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

export const isCleanText = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text)

export const collapseSpaces = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

const cleanText = z.string().refine(isCleanText, 'Il testo contiene caratteri non ammessi.')

/** One line: white space collapsed, at most `max` characters. */
export const line = (max: number) =>
  cleanText.transform(collapseSpaces).refine((text) => text.length <= max, `Al massimo ${max} caratteri.`)

/** Several lines, kept as written but for the ends. */
export const paragraph = (max: number) =>
  cleanText
    .transform((text) => text.normalize('NFC').trim())
    .refine((text) => text.length <= max, `Al massimo ${max} caratteri.`)
