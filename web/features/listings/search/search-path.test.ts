import { expect, test } from 'vitest'
import {
  asksByQuery,
  changedSearch,
  NO_FILTERS,
  nameSearchPath,
  readSearch,
  searchPath,
} from '#web/features/listings/search/search-path.ts'

const read = (path: string) => readSearch(new URL(`http://piazza.test${path}`))

test('every address form of a search is understood', () => {
  expect(read('/search')).toEqual(NO_FILTERS)
  expect(read('/search/name')).toEqual(NO_FILTERS)
  expect(read('/search/name/')).toEqual(NO_FILTERS)
  expect(read('/search/name/pane%20nero')).toEqual({ ...NO_FILTERS, name: 'pane nero' })
  expect(read('/search/category/Casa%20e%20giardino/name/vaso')).toEqual({
    ...NO_FILTERS,
    category: 'Casa e giardino',
    name: 'vaso',
  })
  expect(read('/search/category/all/name/all/min/10/max/100/rating/3/order/toprated/p/2')).toEqual({
    ...NO_FILTERS,
    min: '10',
    max: '100',
    rating: '3',
    order: 'toprated',
    p: '2',
  })
})

test('an unknown form is not a search', () => {
  expect(read('/search/colore/rosso')).toBeUndefined()
  expect(read('/search/name/%E0%A4%A')).toBeUndefined()
})

test('a form without JavaScript is understood from its query', () => {
  expect(read('/search?name=miele')).toEqual({ ...NO_FILTERS, name: 'miele' })
})

test('whatever people type comes back unchanged', () => {
  for (const name of ['caffè & tè', '100%', 'a/b', '..', '?', '#1', "l'orto", '%2F'])
    expect(read(nameSearchPath(name))?.name).toBe(name)
})

test('a filter keeps the others and starts from the first page', () => {
  const filters = { ...NO_FILTERS, name: 'bici', rating: '3', p: '4' }
  expect(changedSearch(filters, { min: '1', max: '10' })).toBe('/search/name/bici/min/1/max/10/rating/3')
  expect(searchPath(filters)).toBe('/search/name/bici/rating/3/p/4')
})

test('a place is asked for by query, and only if there is one', () => {
  const near = { ...NO_FILTERS, name: 'miele', near: 'Ivrea (TO)', km: '50' }
  expect(searchPath(near)).toBe('/search/name/miele?near=Ivrea+%28TO%29&km=50')
  expect(read(searchPath(near))).toEqual(near)
  expect(searchPath({ ...near, near: '' })).toBe('/search/name/miele')
  expect(read('/search/near/Ivrea')).toBeUndefined()
  const asks = (path: string) => asksByQuery(new URL(`http://piazza.test${path}`))
  expect(asks('/search?name=miele&near=Ivrea')).toBe(true)
  expect(asks(searchPath(near))).toBe(false)
})
