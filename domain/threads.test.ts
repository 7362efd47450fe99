import { expect, test } from 'vitest'
import { splitLinks } from '#domain/threads.ts'

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

test('a long text without spaces is split quickly', () => {
  // The fastest of several times, because other processes may slow down one of them.
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    splitLinks('a.'.repeat(1000))
    return performance.now() - began
  })
  expect(Math.min(...times)).toBeLessThan(100)
})
