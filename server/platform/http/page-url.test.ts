import { expect, test } from 'vitest'
import { readPageUrl } from '#server/platform/http/page-url.ts'

const ROUTES = new Set(['root', 'pages/home', 'pages/search', 'home-page'])
const read = (url: string) => readPageUrl(url, ROUTES)

test.each([
  ['/', '/'],
  ['/?utm_source=x&fbclid=y', '/'],
  ['/?x=1&sezione=cerco&sezione=dono', '/?sezione=cerco'],
  ['/search/name/pane%20nero?km=50&near=Ivrea+(TO)&x', '/search/name/pane%20nero?near=Ivrea+%28TO%29&km=50'],
  ['/search/name/pane%20nero?near=Ivrea%20(TO)&km=50', '/search/name/pane%20nero?near=Ivrea+%28TO%29&km=50'],
  ['/_root.data?_routes=pages/home', '/_root.data?_routes=pages%2Fhome'],
])('%s is rendered and cached as %s', (requested, url) => {
  expect(read(requested)).toEqual({ url, cacheKey: url })
})

test.each([
  ['a value without bounds', '/signin?redirect=/cart'],
  ['a filter that belongs in the path', '/search?name=pane'],
  ['another case', '/Tutti_Noi'],
  ['needless escapes', '/%74utti_noi'],
  ['a trailing slash', '/tutti_noi/'],
  ['empty segments', '//tutti_noi'],
  ['a broken escape', '/tutti_noi/%ff'],
  ['unknown routes', '/_root.data?_routes=altro'],
  ['many routes', '/_root.data?_routes=root,pages/home,pages/search'],
  ['a long text', `/search/name/${'a'.repeat(600)}`],
])('a page with %s is rendered, and not cached', (_what, requested) => {
  expect(read(requested).url.split('?')[0]).toBe(requested.split('?')[0])
  expect(read(requested).cacheKey).toBeUndefined()
})
