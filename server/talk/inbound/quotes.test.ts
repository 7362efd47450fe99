import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { parseMail } from '#server/talk/inbound/parse.ts'
import { ownWords, yesOrNo } from '#server/talk/inbound/quotes.ts'
import { reduceMail } from '#server/talk/inbound/reduce.ts'
import { aReply, SHAPES } from '#test/reply-shapes.ts'

const wordsOf = async (raw: Buffer): Promise<string> => {
  const { content } = await reduceMail(Readable.from([raw]))
  return ownWords((await parseMail(content)).text, 'risposte+')
}

test.each(SHAPES)('of a reply by $name only what the person wrote remains', async ({ content, words }) => {
  expect(await wordsOf(aReply(content))).toBe(words)
})

test('a whole reply of yes or no is recognised, and nothing else', () => {
  for (const text of ['sì', 'Si', 'SÌ!', 'si’.', 'Sì grazie', 'Va bene.', 'si\u0300', 'Sì, grazie', 'Ok', 'ok grazie!'])
    expect(yesOrNo(text), text).toBe('yes')
  for (const text of ['no', 'No.', 'No, grazie!', 'NO GRAZIE']) expect(yesOrNo(text), text).toBe('no')
  for (const text of ['Sì, ma domani', 'no?', 'forse', 'nove', 'sì\nciao', 'ok?', 'Ok, ma quando?', ''])
    expect(yesOrNo(text), text).toBeUndefined()
})

test('long texts without an end of line or of a tag are cut in little time', () => {
  const long = [
    '<'.repeat(60_000),
    'Il 1 '.repeat(12_000),
    '> '.repeat(30_000),
    'Da: '.repeat(15_000),
    '-'.repeat(60_000),
  ]
  for (const text of long) expect(ownWords(text).length).toBeLessThanOrEqual(text.length)
})
