import { expect, test } from 'vitest'
import type { Suggestion } from '#domain/market/suggestions.schema.ts'
import { anOwnPiazza, type aPiazza } from '#test/fixtures.ts'

const suggest = async (piazza: Awaited<ReturnType<typeof aPiazza>>, q: string) => {
  const { status, body } = await piazza.call('GET', `/api/products/suggestions?${new URLSearchParams({ q })}`)
  expect(status).toBe(200)
  return body as Suggestion[]
}

test('words, categories and titles with the typed prefix are suggested, the most frequent word first', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  await piazza.aListing({ by, name: 'Libreria in noce', category: 'Mobili' })
  await piazza.aListing({ by, name: 'Libro di fiabe', category: 'Libri' })
  const { id } = await piazza.aListing({ by, name: 'Libro di cucina', category: 'Libri' })
  const suggestions = await suggest(piazza, 'LÌb')
  expect(suggestions.filter(({ kind }) => kind === 'words').map(({ text }) => text)).toEqual([
    'libri',
    'libro',
    'libreria',
  ])
  expect(suggestions).toContainEqual({ kind: 'category', text: 'Libri' })
  expect((await suggest(piazza, 'libro cuc'))[0]).toEqual({ kind: 'words', text: 'libro cucina' })
  expect(await suggest(piazza, 'libro cuc')).toContainEqual({ kind: 'listing', text: 'Libro di cucina', id })
})

test('no suggestions for one letter, special characters or hidden listings, and at most eight', async () => {
  const piazza = await anOwnPiazza()
  const by = await piazza.aMember()
  await piazza.aListing({ by, name: 'Quadro nascosto', category: 'Quadri', paused: true })
  for (const q of ['', 'q', '%', '_%', "'", 'quad']) expect(await suggest(piazza, q)).toEqual([])
  for (const word of ['tara', 'tarb', 'tarc', 'tard', 'tare', 'tarf', 'targ'])
    await piazza.aListing({ by, name: word, category: word })
  for (const number of ['uno', 'due', 'tre']) await piazza.aListing({ by, name: `tar ${number}` })
  expect(await suggest(piazza, 'tar')).toHaveLength(8)
  expect(await piazza.call('GET', `/api/products/suggestions?q=${'a'.repeat(201)}`)).toMatchObject({ status: 400 })
})
