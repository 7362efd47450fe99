import { expect, test } from 'vitest'
import type { PageServices } from '#domain/page-services.ts'
import { renderPage } from '#server/http/page-renderer.ts'

const BUCKET = 'https://foto.example'
const TILES = 'https://tessere.example'

/** What each directive of a page's policy admits. */
const policyOf = async (path: string, { google = false, mapTiles = `${TILES}/{z}/{x}/{y}.png` } = {}) => {
  const services = { site: { publicUrl: 'https://piazza.example', mapTiles } } as PageServices
  const render = async () =>
    new Response('<html><body><p>Una pagina</p></body></html>', { headers: { 'content-type': 'text/html' } })
  const report = (failure: unknown) => expect.unreachable(String(failure))
  const circumstances = { services, imageOrigins: [BUCKET], google, development: false, report }
  const { headers } = await renderPage(render, path, circumstances)
  const directives = headers['content-security-policy']?.split('; ').map((directive) => directive.split(' ')) ?? []
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]))
}

test('the page of the open map may fetch its tiles, and nothing else that others may not', async () => {
  const ordinary = await policyOf('/shipping')
  expect(ordinary['img-src']).toEqual(["'self'", 'data:', BUCKET])
  expect(await policyOf('/map')).toEqual({ ...ordinary, 'img-src': ["'self'", 'data:', BUCKET, TILES] })
})

test.each(['/map/', '/MAP', '/map?q=Torino'])('%s is the page of the map too', async (path) => {
  expect(await policyOf(path)).toEqual(await policyOf('/map'))
})

test.each(['/', '/mappa', '/map/altro', '//map', '/search/name/map'])('%s is not', async (path) => {
  expect(await policyOf(path)).toEqual(await policyOf('/shipping'))
  expect(await policyOf(path, { google: true })).toEqual(await policyOf('/shipping'))
})

test('without tiles the map is a page like the others', async () => {
  expect(await policyOf('/map', { mapTiles: '' })).toEqual(await policyOf('/shipping'))
})

test('with a key the page of the map admits Google, and no tiles of others', async () => {
  const policy = await policyOf('/map', { google: true })
  expect(policy['script-src']).toEqual(["'self'", 'https://maps.googleapis.com'])
  expect(policy['style-src']).toContain("'unsafe-inline'")
  expect(policy['worker-src']).toEqual(['blob:'])
  expect(policy['connect-src']).toContain('https://*.googleapis.com')
  expect(policy['img-src']).toContain('https://*.gstatic.com')
  expect(policy['img-src']).not.toContain(TILES)
  expect(policy['default-src']).toEqual(["'none'"])
  expect(policy['frame-ancestors']).toEqual(["'none'"])
})
