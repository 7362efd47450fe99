import { expect, test } from 'vitest'
import { availabilityText, priceText, stockText } from '#domain/market/kinds.ts'
import { SECTIONS } from '#domain/market/listings.ts'

test('each kind shows its price in its own way', () => {
  const texts = SECTIONS.map((section) => priceText({ section, priceVal: 3, priceEuro: 2.5 }))
  expect(texts).toEqual(['3 VAL + 2,50 €', 'fino a 3 VAL + 2,50 €', undefined, undefined, 'Gratis'])
  expect(priceText({ section: 'cerco', priceVal: 0, priceEuro: 0 })).toBe('Gratis')
})

test('each kind shows its stock in its own way', () => {
  const texts = SECTIONS.map((section) => stockText({ section, isService: false, countInStock: 2 }))
  expect(texts).toEqual(['Disponibile: 2 pezzi', 'Cercati: 2', undefined, undefined, 'Disponibile: 2 pezzi'])
  expect(stockText({ section: 'dono', isService: false, countInStock: 1 })).toBe('Disponibile: 1 pezzo')
  expect(stockText({ section: 'offro', isService: true, countInStock: 2 })).toBeUndefined()
})

test('what is left of a listing is told as its kind counts it', () => {
  const one = { isService: false, countInStock: 1, places: null }
  expect(SECTIONS.map((section) => availabilityText({ ...one, section }))).toEqual([
    ...['Disponibile: 1 pezzo', 'Cercati: 1', undefined, undefined, 'Disponibile: 1 pezzo'],
  ])
  expect(SECTIONS.map((section) => availabilityText({ ...one, section, countInStock: 0 }))).toEqual([
    ...['Esaurito', 'Trovato', undefined, undefined, 'Esaurito'],
  ])
  const places = [12, 1, 0].map((left) => availabilityText({ ...one, section: 'avviso', places: left }))
  expect(places).toEqual(['Posti liberi: 12', 'Posti liberi: 1', 'Posti esauriti'])
})
