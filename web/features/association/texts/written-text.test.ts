import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WrittenText } from '#web/features/association/texts/written-text.tsx'

const htmlOf = (text: string): string => renderToStaticMarkup(WrittenText({ text }))
const linksIn = (text: string): string[] => [...htmlOf(text).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)

test('web and mail addresses are links, without what surrounds them', () => {
  const surrounded = ['«URL»', '“URL”', '"URL"', '‘URL’', "'URL'", '(URL)', '[URL].', 'Vedi URL, poi', 'URL']
  for (const text of surrounded)
    expect(linksIn(text.replace('URL', 'https://esempio.it/a')), text).toEqual(['https://esempio.it/a'])
  expect(linksIn('Scrivi a httpfan@esempio.it.')).toEqual(['mailto:httpfan@esempio.it'])
  const long = `https://esempio.it/${'a'.repeat(2_000)}`
  expect(linksIn(`Vedi ${long}.`)).toEqual([long])
})

test('empty lines separate paragraphs and headings, however they were typed', () => {
  const expected = '<section><p>Prima</p></section><section><h2>Titolo</h2><p>Dopo</p></section>'
  expect(htmlOf('Prima\n\n# Titolo\nDopo')).toBe(expected)
  expect(htmlOf('Prima\n \n# Titolo\nDopo')).toBe(expected)
  expect(htmlOf('Prima\r\n\r\n# Titolo\r\nDopo')).toBe(expected)
})
