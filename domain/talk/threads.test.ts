import { expect, test } from 'vitest'
import { splitLinks } from '#domain/talk/threads.ts'

test.each([
  ['https://example.org/x', true],
  ['guarda www.example.org', true],
  ['scrivimi su esempio.it/contatti, grazie', true],
  ['vai su (bit.ly/abc)!', true],
  ['ftp://x.y', true],
  ['Paga qui:https://evil.example/x', true],
  ['“https://evil.example”', true],
  ['→https://evil.example', true],
  ['“evil.it”', true],
  ['👉evil.it', true],
  ['qui/evil.it', true],
  ['qui:www.evil.example', true],
  ['evil.it...', true],
  ['evil.it:8080', true],
  ['xn--caff-8oa.it', true],
  ['caffè.it', true],
  ['Passo alle 10.30 con 2,50 €. A dopo', false],
  ['rosa@esempio.it', false],
  ['(rosa.bianchi-b@posta.esempio.it),', false],
  ['Awww.che bello', false],
  ['Finito.Ora vengo', false],
])('«%s» contains a link: %s', (text, expected) => {
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

test('the time for a long text without spaces grows with its length only', () => {
  // If it grew with the square of the length, this would take longer than the time limit of a test.
  const text = 'a.'.repeat(1_000_000)
  expect(splitLinks(text)).toEqual([{ text, isLink: false }])
})
