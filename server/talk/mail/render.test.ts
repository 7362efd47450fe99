import { expect, test } from 'vitest'
import { withLinks } from '#server/talk/mail/render.ts'

test('the URLs of a text are links, without the punctuation and quotation marks around them', () => {
  const link = '<a href="https://esempio.it/a">https://esempio.it/a</a>'
  expect(withLinks('Vedi https://esempio.it/a.')).toBe(`Vedi ${link}.`)
  expect(withLinks('Vedi «https://esempio.it/a», poi')).toBe(`Vedi «${link}», poi`)
  expect(withLinks('(“https://esempio.it/a”)')).toBe(`(“${link}”)`)
})
