import { expect, test } from 'vitest'
import {
  changedSearch,
  hasPathFiltersInQuery,
  NO_FILTERS,
  nameSearchPath,
  readSearch,
  searchPath,
} from '#web/features/market/listings/search/search-path.ts'

const read = (path: string) => readSearch(new URL(`http://piazza.test${path}`))

test('every form of a search path is parsed', () => {
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

test('a path with an unknown filter or a broken escape is not a search', () => {
  expect(read('/search/colore/rosso')).toBeUndefined()
  expect(read('/search/name/%E0%A4%A')).toBeUndefined()
})

test('filters in the query, as sent by a form without JavaScript, are parsed', () => {
  expect(read('/search?name=miele')).toEqual({ ...NO_FILTERS, name: 'miele' })
})

test('a name with special characters survives the path and back', () => {
  for (const name of ['caffè & tè', '100%', 'a/b', '..', '?', '#1', "l'orto", '%2F'])
    expect(read(nameSearchPath(name))?.name).toBe(name)
})

test('changing a filter keeps the others and returns to the first page', () => {
  const filters = { ...NO_FILTERS, name: 'bici', rating: '3', p: '4' }
  expect(changedSearch(filters, { min: '1', max: '10' })).toBe('/search/name/bici/min/1/max/10/rating/3')
  expect(searchPath(filters)).toBe('/search/name/bici/rating/3/p/4')
})

test('a place is a query parameter, never part of the path', () => {
  const near = { ...NO_FILTERS, name: 'miele', near: 'Ivrea (TO)', km: '50' }
  expect(searchPath(near)).toBe('/search/name/miele?near=Ivrea+%28TO%29&km=50')
  expect(read(searchPath(near))).toEqual(near)
  expect(searchPath({ ...near, near: '' })).toBe('/search/name/miele')
  expect(read('/search/near/Ivrea')).toBeUndefined()
  const needsRedirect = (path: string) => hasPathFiltersInQuery(new URL(`http://piazza.test${path}`))
  expect(needsRedirect('/search?name=miele&near=Ivrea')).toBe(true)
  expect(needsRedirect(searchPath(near))).toBe(false)
})

test.each(['../../\t/altrove.test', '\uFFFD', '\n', '//x', '..\\x'])(
  'a filter with the value %j stays within its segment of the path',
  (value) => {
    for (const key of ['category', 'name', 'min', 'max', 'rating', 'order', 'p', 'near', 'km'] as const) {
      const path = searchPath({ ...NO_FILTERS, near: 'Ivrea (TO)', [key]: value })
      expect(path).toMatch(/^\/search[\w/%.?=&+()~!*'-]*$/)
      expect(new URL(path, 'https://piazza.test').pathname).toBe(path.split('?')[0])
    }
  },
)
