import { expect, test } from 'vitest'
import { splitLinks } from '#domain/threads.ts'

test.each([
  ['https://example.org/x', true],
  ['guarda www.example.org', true],
  ['scrivimi su esempio.it/contatti, grazie', true],
  ['vai su (bit.ly/abc)!', true],
  ['ftp://x.y', true],
  ['Passo alle 10.30 con 2,50 €. A dopo', false],
  ['rosa@esempio.it', false],
  ['Finito.Ora vengo', false],
])('a link in «%s»: %s', (text, expected) => {
  expect(splitLinks(text).some(({ isLink }) => isLink)).toBe(expected)
})

test('the parts make up the text again', () => {
  const text = 'Vedi\n https://a.example/b?c=d  e  www.b.example!\tCiao '
  expect(
    splitLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

test('a long text without spaces is split quickly', () => {
  const began = performance.now()
  splitLinks('a.'.repeat(1000))
  expect(performance.now() - began).toBeLessThan(100)
})
