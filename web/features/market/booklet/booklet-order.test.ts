import { expect, test } from 'vitest'
import type { ListingCard } from '#domain/market/listings.schema.ts'
import { asRanges, byPlace, toChapters } from '#web/features/market/booklet/booklet-order.ts'

const aListing = (section: string, category: string, municipality: string, name: string) =>
  ({ _id: name, section, category, municipality, city: 'Torino', name }) as ListingCard

test('the listings of a booklet are numbered by kind, category and comune; the index of places leads to the numbers', () => {
  const chapters = toChapters([
    aListing('cerco', 'Casa', 'Ivrea', 'Divano'),
    aListing('offro', 'orto', 'Ivrea', 'Zucche'),
    aListing('offro', 'Casa', 'Torino', 'Sedia'),
    aListing('offro', 'Orto', 'Alba', 'Semi'),
    aListing('offro', 'Orto', '', 'Vanga'),
  ])
  const names = chapters.map(({ section, categories }) => [
    section,
    categories.map(({ name, listings }) => [name, listings.map((listing) => `${listing.number} ${listing.name}`)]),
  ])
  expect(names).toEqual([
    [
      'offro',
      [
        ['Casa', ['1 Sedia']],
        ['Orto', ['2 Semi', '3 Zucche', '4 Vanga']],
      ],
    ],
    ['cerco', [['Casa', ['5 Divano']]]],
  ])
  expect(byPlace(chapters)).toEqual([
    { name: 'Alba', numbers: '2' },
    { name: 'Ivrea', numbers: '3, 5' },
    { name: 'Torino', numbers: '1, 4' },
  ])
})

test('neighbouring numbers are one range', () => {
  expect(asRanges([1, 2, 3, 7, 9, 10])).toBe('1–3, 7, 9–10')
  expect(asRanges([])).toBe('')
})
