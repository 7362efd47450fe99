import { expect, test } from 'vitest'
import { escapeXml } from '#server/market/feeds/xml.ts'
import { sql } from '#server/platform/db/sql.ts'
import { aPiazza } from '#test/fixtures.ts'

const PUBLIC_URL = 'https://piazza.example'

const setUp = async () => {
  const piazza = await aPiazza({ env: { PUBLIC_URL } })
  const read = async (path: string) => {
    const { status, text, headers } = await piazza.call('GET', path)
    return { status, text, type: headers.get('content-type'), cache: headers.get('cache-control') }
  }
  return { piazza, read }
}

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)

test('robots.txt excludes the API and names the sitemap', async () => {
  const { read } = await setUp()
  const { status, text, type } = await read('/robots.txt')
  expect({ status, type }).toEqual({ status: 200, type: 'text/plain; charset=utf-8' })
  expect(text).toContain('Disallow: /api/')
  expect(text).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
})

test('the sitemap contains exactly the public listings', async () => {
  const { piazza, read } = await setUp()
  const shown = [await piazza.aListing(), await piazza.aListing()]
  await piazza.aListing({ paused: true })
  await piazza.aListing({ name: 'Annunci# 3' })
  await piazza.aListing({ expiresAt: new Date(Date.now() - 1000) })
  const index = await read('/sitemap.xml')
  expect(index).toMatchObject({ status: 200, type: 'application/xml; charset=utf-8' })
  expect(index.cache).toContain('max-age')
  const parts = locations(index.text)
  expect(parts).toEqual([`${PUBLIC_URL}/sitemap/pagine.xml`, `${PUBLIC_URL}/sitemap/annunci-0.xml`])
  const [pages, listings] = await Promise.all(parts.map((part) => read(part?.slice(PUBLIC_URL.length) ?? '')))
  expect(locations(pages?.text ?? '')).toContain(`${PUBLIC_URL}/tutti_noi/`)
  expect(locations(listings?.text ?? '')).toEqual(shown.map(({ id }) => `${PUBLIC_URL}/product/${id}`))
})

test('many listings are split over several files without gaps or duplicates', { tags: 'slow' }, async () => {
  const { piazza, read } = await setUp()
  const seller = await piazza.aMember()
  await piazza.aListing({ by: seller })
  for (const from of [8_900, 9_300, 9_700])
    await piazza.db.execute(sql`insert into listing (place, published_at, seller_id, name, category)
      select ${from}::int + n, now(), ${seller.id}, 'Vaso', 'varie' from generate_series(0, 399) as n`)
  await piazza.db.execute(sql`select setval('listing_place', 40000)`)
  await piazza.aListing({ by: seller })
  const parts = locations((await read('/sitemap.xml')).text)
  expect(parts.map((part) => part?.split('/').at(-1))).toEqual([
    'pagine.xml',
    'annunci-0.xml',
    'annunci-1.xml',
    'annunci-4.xml',
  ])
  const texts = await Promise.all(parts.slice(1).map((part) => read(part?.slice(PUBLIC_URL.length) ?? '')))
  const all = texts.flatMap(({ text }) => locations(text))
  expect(all).toHaveLength(1202)
  expect(new Set(all).size).toBe(1202)
})

test('a part of the sitemap without listings is empty', async () => {
  const { read } = await setUp()
  const { status, text } = await read('/sitemap/annunci-99.xml')
  expect({ status, locations: locations(text) }).toEqual({ status: 200, locations: [] })
})

test.each(['/sitemap/altro.xml', '/sitemap/annunci-x.xml', '/feed/altro.xml'])(
  'an unknown part is answered 404: %s',
  async (path) => {
    const { read } = await setUp()
    expect((await read(path)).status).toBe(404)
  },
)

test('a section’s feed contains its newest listings, escaped', async () => {
  const { piazza, read } = await setUp()
  await piazza.aListing({ section: 'cerco', name: 'Vecchio' })
  for (let number = 0; number < 29; number++) await piazza.aListing({ section: 'cerco' })
  const newest = await piazza.aListing({
    section: 'cerco',
    name: 'Cerco <b>"pentole"</b> & co.',
    description: ']]> ciao',
  })
  await piazza.aListing({ section: 'offro', name: 'Altra sezione' })
  const { status, type, text, cache } = await read('/feed/cerco.xml')
  expect({ status, type }).toEqual({ status: 200, type: 'application/atom+xml; charset=utf-8' })
  expect(cache).toContain('max-age=60')
  expect(text.match(/<entry>/g)).toHaveLength(30)
  expect(text).not.toMatch(/Vecchio|Altra sezione/)
  expect(text).toContain('<title>Cerco &lt;b&gt;&quot;pentole&quot;&lt;/b&gt; &amp; co.</title>')
  expect(text).toContain(`<link href="${PUBLIC_URL}/product/${newest.id}"/>`)
  expect(text.indexOf(newest.id)).toBeLessThan(text.indexOf('</entry>'))
  expect((await read('/feed/dono.xml')).text).not.toContain('<entry>')
})

test('characters that XML does not allow are removed', () => {
  expect(escapeXml('a\u0000b\u000bc\ud800<&>"\'')).toBe('abc\ufffd&lt;&amp;&gt;&quot;&apos;')
})
