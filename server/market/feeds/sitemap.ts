import { escapeXml, XML_HEAD } from '#server/market/feeds/xml.ts'

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const STATIC_PAGES = ['/', '/tutti_noi/', '/search', '/newsletter/', '/che-cose-il-val', '/privacy']

const entry = (tag: 'url' | 'sitemap', address: string) => `<${tag}><loc>${escapeXml(address)}</loc></${tag}>\n`

/** One part for the static pages, then the parts of the listings. */
export const sitemapIndex = (publicUrl: string, listingParts: readonly number[]): string => {
  const parts = ['pagine', ...listingParts.map((part) => `annunci-${part}`)]
  const entries = parts.map((part) => entry('sitemap', `${publicUrl}/sitemap/${part}.xml`))
  return `${XML_HEAD}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`
}

export const pagesSitemap = (publicUrl: string): string =>
  `${XML_HEAD}<urlset ${NAMESPACE}>\n${STATIC_PAGES.map((path) => entry('url', publicUrl + path)).join('')}</urlset>\n`

/** Streamed in batches, so that the whole list is never in memory. */
export async function* listingsSitemap(publicUrl: string, batches: AsyncIterable<string[]>): AsyncGenerator<string> {
  yield `${XML_HEAD}<urlset ${NAMESPACE}>\n`
  for await (const ids of batches) yield ids.map((id) => entry('url', `${publicUrl}/product/${id}`)).join('')
  yield '</urlset>\n'
}

export const robotsText = (publicUrl: string): string =>
  ['User-agent: *', 'Disallow: /api/', '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
