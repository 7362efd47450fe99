import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WithAmounts } from '#web/ui/data/with-amounts.tsx'

const figuresIn = (text: string): string[] => {
  const html = renderToStaticMarkup(WithAmounts({ children: text }))
  expect(html.replace(/<[^>]*>/g, '')).toBe(text)
  return [...html.matchAll(/<span class="figures">([^<]*)<\/span>/g)].map(([, figures = '']) => figures)
}

test('amounts have the figures of prices, other numbers do not', () => {
  expect(figuresIn('2 × 3 VAL + 2,50 €')).toEqual(['3 VAL', '2,50 €'])
  expect(figuresIn('Da 10 a 1.000 VAL')).toEqual(['10 a 1.000 VAL'])
  expect(figuresIn('Hai trasferito 1.250,00 VAL il 03/10/2026.')).toEqual(['1.250,00 VAL'])
  expect(figuresIn('Restano 10 pezzi')).toEqual([])
})
