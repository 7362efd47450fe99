import fc from 'fast-check'
import { expect, test } from 'vitest'
import { line, nameLine, paragraph } from '#domain/base/text.ts'

test('a line has its white space collapsed and its length limited', () => {
  expect(line(20).parse('  Pane \n di\tsegale ')).toBe('Pane di segale')
  expect(line(5).safeParse('Troppo lungo').success).toBe(false)
})

test('a paragraph keeps its line breaks', () => {
  expect(paragraph(50).parse(' Uno\n\nDue ')).toBe('Uno\n\nDue')
})

test.each(['\u0000', 'a\u0007b', '\ud800', 'x\udfff'])(
  'control characters and lone surrogates are rejected: %j',
  (text) => {
    expect(line(100).safeParse(text).success).toBe(false)
    expect(paragraph(100).safeParse(text).success).toBe(false)
  },
)

test('accepted text is well formed, has no NUL and is accepted again unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
      const first = line(100).safeParse(text)
      if (!first.success) return
      expect(first.data.isWellFormed()).toBe(true)
      expect(first.data).not.toContain('\u0000')
      expect(line(100).parse(first.data)).toBe(first.data)
    }),
  )
})

test.each([
  ['a zero-width space', 'For\u200bno'],
  ['a soft hyphen', 'For\u00adno'],
  ['a byte order mark', '\ufeffForno'],
  ['a joiner between letters', 'For\u200dno'],
  ['a left-to-right mark', 'Forno\u200e'],
  ['a variation selector', 'Forno\ufe0f'],
  ['a Hangul filler', 'Forno\u3164'],
  ['a tag character', 'Forno\u{e0061}'],
  ['full-width letters', 'Ｆｏｒｎｏ'],
  ['mathematical letters', '𝐅𝐨𝐫𝐧𝐨'],
])('a text that differs from another only by %s is stored as the same text', (_what, text) => {
  expect(line(20).parse(text)).toBe('Forno')
  expect(paragraph(20).parse(text)).toBe('Forno')
})

test('a text of invisible characters is empty, and emoji stay whole', () => {
  expect(line(20).parse('\u200b\u2060\ufeff')).toBe('')
  for (const emoji of ['👩‍🌾', '❤️', '👍🏽', '1️⃣', '🧑🏽‍🍳'])
    expect(line(20).parse(`Pane ${emoji}`)).toBe(`Pane ${emoji}`)
})

test.each([
  'F\u043erno',
  'P\u0430ne di segale',
  'Forn\u03bf',
  '\u0420\u0435\u0441\u0435',
  '\u0391\u039d\u039d\u0391',
  'Ꭺnna',
])('a name that imitates Latin letters is refused: %s', (text) => {
  expect(nameLine(50).safeParse(text).success).toBe(false)
  expect(paragraph(50).safeParse(text).success).toBe(true)
})

test.each([
  'Forno',
  'Хор українських пісень',
  'Καφενείο',
  'Resistenza da 10 kΩ',
  'Lezioni di π',
  'パン',
  'Cappuccino & brioche',
])('a name in one alphabet is accepted: %s', (text) => expect(nameLine(50).parse(text)).toBe(text))
