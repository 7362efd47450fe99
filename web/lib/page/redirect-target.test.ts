import { expect, test } from 'vitest'
import { redirectTarget, redirectTo, signInPath } from '#web/lib/page/redirect-target.ts'

test.each([
  ['/profile', '/profile'],
  ['payment', '/payment'],
  ['/cart/1?qty=2#fondo', '/cart/1?qty=2#fondo'],
  ['/seller/à', '/seller/%C3%A0'],
  ['https:altrove.test', '/altrove.test'],
])('%s is a path of this site', (requested, path) => {
  expect(redirectTarget(requested, '/')).toBe(path)
})

test.each([
  null,
  '',
  '//altrove.test',
  '/\\altrove.test',
  '\\\\altrove.test',
  '/.//altrove.test',
  '/a/..//altrove.test',
  '\t//altrove.test',
  'https://altrove.test/x',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://[',
  '/signin?redirect=/signin',
])('%s is replaced by the default, since it is empty, leaves this site or loops', (requested) => {
  expect(redirectTarget(requested, '/casa')).toBe('/casa')
})

test('the sign-in path carries the path to return to', () => {
  const { searchParams } = new URL(signInPath('/userlist?q=a&p=2'), 'https://piazza.test')
  expect(redirectTarget(searchParams.get('redirect'), '/')).toBe('/userlist?q=a&p=2')
  expect(signInPath('/')).toBe('/signin')
})

test('a redirect stays on this site, and its location is in ASCII', () => {
  expect(redirectTo('/search/name/perché?x=è').headers.get('location')).toBe('/search/name/perch%C3%A9?x=%C3%A8')
  for (const path of ['//altrove.test', '/\t/altrove.test', '/search/order/../../\t/altrove.test', '/\\altrove.test'])
    expect(() => redirectTo(path)).toThrow('this site')
})
