import fc from 'fast-check'
import { expect, test } from 'vitest'
import { line, paragraph } from '#domain/text.ts'

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
