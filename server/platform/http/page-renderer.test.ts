import { expect, test } from 'vitest'
import type { PageServices } from '#domain/page-services.ts'
import { inlineScriptHashes } from '#server/platform/http/page-html.ts'
import { knownScriptHashes, renderPage } from '#server/platform/http/page-renderer.ts'

const BUCKET = 'https://foto.example'
const TILES = 'https://tessere.example'

/** The sources of each directive in a page's Content-Security-Policy. */
const policyOf = async (path: string, { google = false, mapTiles = `${TILES}/{z}/{x}/{y}.png` } = {}) => {
  const services = { site: { publicUrl: 'https://piazza.example', mapTiles } } as PageServices
  const render = async () =>
    new Response('<html><body><p>Una pagina</p></body></html>', { headers: { 'content-type': 'text/html' } })
  const report = (failure: unknown) => expect.unreachable(String(failure))
  const options = { services, imageOrigins: [BUCKET], google, scriptHashes: [], report }
  const { headers } = await renderPage(render, path, options)
  const directives = headers['content-security-policy']?.split('; ').map((directive) => directive.split(' ')) ?? []
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]))
}

test('the map page may load its tiles, and nothing else that other pages may not', async () => {
  const ordinary = await policyOf('/shipping')
  expect(ordinary['img-src']).toEqual(["'self'", 'data:', BUCKET])
  expect(await policyOf('/map')).toEqual({ ...ordinary, 'img-src': ["'self'", 'data:', BUCKET, TILES] })
})

test.each(['/map/', '/MAP', '/map?q=Torino'])('%s is the map page too', async (path) => {
  expect(await policyOf(path)).toEqual(await policyOf('/map'))
})

test('results on a map may load its tiles, whatever the key for Google', async () => {
  const ordinary = await policyOf('/search/name/pane')
  expect(ordinary).toEqual(await policyOf('/shipping'))
  const withTiles = { ...ordinary, 'img-src': ["'self'", 'data:', BUCKET, TILES] }
  expect(await policyOf('/search/name/pane?vista=mappa')).toEqual(withTiles)
  expect(await policyOf('/search?vista=mappa', { google: true })).toEqual(withTiles)
  expect(await policyOf('/searching?vista=mappa')).toEqual(ordinary)
})

test.each(['/', '/mappa', '/map/altro', '//map', '/search/name/map'])('%s is not the map page', async (path) => {
  expect(await policyOf(path)).toEqual(await policyOf('/shipping'))
  expect(await policyOf(path, { google: true })).toEqual(await policyOf('/shipping'))
})

test('without a tile server the map page has the policy of other pages', async () => {
  expect(await policyOf('/map', { mapTiles: '' })).toEqual(await policyOf('/shipping'))
})

test('with a Google key the map page allows Google, and no other tiles', async () => {
  const policy = await policyOf('/map', { google: true })
  expect(policy['script-src']).toEqual(["'self'", 'https://maps.googleapis.com'])
  expect(policy['style-src']).toContain("'unsafe-inline'")
  expect(policy['worker-src']).toEqual(["'self'", 'blob:'])
  expect(policy['connect-src']).toContain('https://*.googleapis.com')
  expect(policy['img-src']).toContain('https://*.gstatic.com')
  expect(policy['img-src']).not.toContain(TILES)
  expect(policy['default-src']).toEqual(["'none'"])
  expect(policy['frame-ancestors']).toEqual(["'none'"])
})

test('a script that found its way into a page is not allowed by its policy', async () => {
  const services = { site: { publicUrl: 'https://piazza.example', mapTiles: '' } } as PageServices
  const pages: Record<string, string> = {
    '/privacy': '<script>ours()</script>',
    '/product/1': '<script>ours()</script><p><script>alert(1)</script></p>',
  }
  const render = async ({ url }: Request) =>
    new Response(pages[new URL(url).pathname], { headers: { 'content-type': 'text/html' } })
  const report = (failure: unknown) => expect.unreachable(String(failure))
  const scriptHashes = await knownScriptHashes(render, services)
  const options = { services, imageOrigins: [], google: false, scriptHashes, report }
  const { headers } = await renderPage(render, '/product/1', options)
  const [ours = '', injected = ''] = inlineScriptHashes(pages['/product/1'] ?? '')
  expect(headers['content-security-policy']).toContain(ours)
  expect(headers['content-security-policy']).not.toContain(injected)
})
