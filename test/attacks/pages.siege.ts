import { expect, test } from 'vitest'
import { retryOn503, tally } from '#test/attacks/concurrently.ts'
import { aServerProcess, METRICS_TOKEN, type ServerProcess } from '#test/attacks/server-process.ts'
import { size } from '#test/siege.ts'

const NAMES = ['order', 'name', 'category', 'min', 'max', 'rating', 'p', 'near', 'km', 'sezione', 'redirect']
const VALUES = [
  '..%2F..%2F%09%2Faltrove.test',
  '%2F%2Faltrove.test',
  '%5C%5Caltrove.test',
  'https:%2F%2Faltrove.test',
  '%ff',
  '%00',
  '%0d%0aset-cookie:%20a=b',
  '..',
  '%F0%9F%9A%B2',
]

test('no parameter leads off the site, and none makes a page fail', async ({ annotate }) => {
  const { origin } = await aServerProcess()
  const paths = ['/', '/search', '/signin', '/tutti_noi'].flatMap((page) =>
    NAMES.flatMap((name) => VALUES.map((value) => `${page}?${name}=${value}`)),
  )
  const statuses: number[] = []
  for (const path of paths) {
    const { status, headers } = await retryOn503(() => fetch(origin + path, { redirect: 'manual' }))
    statuses.push(status)
    expect(status, path).toBeLessThan(500)
    const location = headers.get('location')
    if (location === null) continue
    expect(location, path).toMatch(/^\/[\x21-\x7e]*$/)
    expect(new URL(location, origin).origin, path).toBe(origin)
  }
  const { status, headers } = await fetch(`${origin}/search?name=pane`, { redirect: 'manual' })
  expect([status, headers.get('location')]).toEqual([302, '/search/name/pane'])
  await annotate(`${paths.length} indirizzi: ${JSON.stringify(tally(statuses))}`)
})

const entriesOf = async ({ call }: ServerProcess) =>
  Number(/^response_cache_entries (\d+)$/m.exec((await call('GET', '/metrics', { token: METRICS_TOKEN })).text)?.[1])

test('unknown parameters and other spellings of a URL do not fill the cache', async ({ annotate }) => {
  const piazza = await aServerProcess()
  const { id } = await piazza.aListing()
  const pages = ['/', '/search/name/pane', '/api/products', `/api/products/${id}`, '/tutti_noi']
  await expect
    .poll(
      async () => {
        for (const page of pages) await piazza.call('GET', page)
        return entriesOf(piazza)
      },
      { timeout: 60_000 },
    )
    .toBe(pages.length)
  const times = size(20, 2_000)
  for (let time = 0; time < times; time++)
    for (const page of pages) await piazza.call('GET', `${page}?x=${time}&utm_source=${time}`)
  for (const path of ['/Tutti_Noi', '/%74utti_noi', '/tutti_noi/', `/api/products/${id.toUpperCase()}`])
    expect((await piazza.call('GET', path)).status).toBe(200)
  await piazza.call('GET', '/api/products?p=1&pageSize=&name=all')
  expect(await entriesOf(piazza)).toBe(pages.length)
  await annotate(`${times * pages.length} indirizzi con parametri inventati: ${pages.length} risposte in memoria`)
})

test('all pages have the same scripts, by hash in their policy, and their data is JSON', async ({ annotate }) => {
  const piazza = await aServerProcess()
  const { id } = await piazza.aListing({ name: 'Pane </script><script>alert(1)</script>' })
  const policies = new Set<string>()
  const pages = ['/', `/product/${id}`, '/search/name/pane', '/privacy', '/signin', '/profile', '/non-esiste']
  for (const path of pages) {
    const response = await retryOn503(() => fetch(piazza.origin + path))
    const policy = response.headers.get('content-security-policy') ?? ''
    policies.add(/script-src [^;]*/.exec(policy)?.[0] ?? '')
    const scripts = [...(await response.text()).matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes)
    expect(scripts.filter((attributes) => attributes === '')).toHaveLength(4)
    expect(
      scripts.filter(
        (attributes) => !/^( type="application\/(ld\+)?json"( data-page(="")?| id="application")?)?$/.test(attributes),
      ),
    ).toEqual([])
  }
  expect([...policies]).toEqual([expect.stringMatching(/^script-src (?!.*unsafe-inline).*'sha256-/)])
  await annotate(`${pages.length} pagine, una sola politica per gli script`)
})
