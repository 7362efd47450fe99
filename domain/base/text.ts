import { z } from 'zod'
import { imitatesLatin } from '#domain/base/look-alikes.ts'

// User input made safe to store: PostgreSQL rejects NUL, JSON rejects lone surrogates; other control characters are rejected
// because the text is shown to others. Bidirectional overrides are too: they make a text look like a different one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern detects control characters
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/

export const isCleanText = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text)
/** For texts from outside that nobody can be asked to correct. */
export const cleanedText = (text: string): string => text.toWellFormed().replace(new RegExp(CONTROL, 'g'), '')

// Invisible characters: texts that differ only in them look the same. They often come with pasted text, so they are removed.
const INVISIBLE = new RegExp(
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200c\\u200e\\u200f\\u2060-\\u2065\\u206a-\\u206f' +
    '\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}]',
  'gu',
)
// Needed in emoji, invisible elsewhere.
const STRAY_SELECTOR = /(?<!\p{Extended_Pictographic})[\ufe00-\ufe0f](?!\u20e3)/gu
const STRAY_JOINER =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu
// Latin letters and digits in another typeface, which searches would not find.
const STYLED = /[\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu

const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, '').replace(STRAY_SELECTOR, '').replace(STRAY_JOINER, '')

/** Whether the text has no invisible characters. */
export const isVisible = (text: string): boolean => withoutInvisible(text) === text

const visibleText = (text: string): string =>
  withoutInvisible(text.replace(STYLED, (letter) => letter.normalize('NFKC'))).normalize('NFC')

export const collapseSpaces = (text: string): string => visibleText(text).replace(/\s+/g, ' ').trim()

const cleanText = z.string().refine(isCleanText, 'Il testo contiene caratteri non ammessi.')

/** A single line: white space collapsed, at most `max` characters. */
export const line = (max: number) =>
  cleanText.transform(collapseSpaces).refine((text) => text.length <= max, `Al massimo ${max} caratteri.`)

/** A line that names something for others: a shop, a listing, a category. */
export const nameLine = (max: number) =>
  line(max).refine(
    (name) => !imitatesLatin(name),
    'Scrivi tutto nello stesso alfabeto: alcune lettere sembrano latine e non lo sono.',
  )

/** Several lines, trimmed, line breaks kept. */
export const paragraph = (max: number) =>
  cleanText
    .transform((text) => visibleText(text).trim())
    .refine((text) => text.length <= max, `Al massimo ${max} caratteri.`)

/** The same; refuses a missing or empty one with its own sentence. */
export const requiredParagraph = (max: number, message: string) =>
  z.preprocess(
    (value: string | null | undefined) => value ?? '',
    paragraph(max).refine((text) => text.length > 0, message),
  )
