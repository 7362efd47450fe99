import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SiteSettings } from '#domain/association/settings.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { type ListingCard, ListingQuery } from '#domain/market/listings.schema.ts'
import { MAX_PAGE_SIZE, SECTION_LABELS, SECTIONS } from '#domain/market/listings.ts'
import { sectionFeed } from '#server/market/feeds/atom.ts'
import { calendarFile } from '#server/market/feeds/calendar.ts'
import { listingsSitemap, pagesSitemap, robotsText, sitemapIndex } from '#server/market/feeds/sitemap.ts'
import type { ListingsService } from '#server/market/listings/service.ts'
import { READ_TIMEOUT_MS } from '#server/platform/timeouts.ts'

type FeedParts = {
  site: SiteSettings
  listings: ListingsService
  now: () => Date
}

const NEWEST = '30'
const MAX_CALENDAR_PAGES = 5
const SITEMAP_SECONDS = 3600
const FEED_SECONDS = 60
const SITEMAP_TYPE = 'application/xml; charset=utf-8'
const FEED_TYPE = 'application/atom+xml; charset=utf-8'
const CALENDAR_TYPE = 'text/calendar; charset=utf-8'

const hidden = { schema: { hide: true } }
const options = { ...hidden, handlerTimeout: READ_TIMEOUT_MS }

const cacheFor = (reply: FastifyReply, seconds: number, type: string): FastifyReply =>
  reply.header('cache-control', `public, max-age=${seconds}`).type(type)

/** robots.txt, sitemaps, one Atom feed for each section, and calendar files of events. */
export const registerFeeds = (app: FastifyInstance, { site, listings, now }: FeedParts): void => {
  const { publicUrl } = site

  app.get('/robots.txt', options, async (_request, reply) =>
    cacheFor(reply, SITEMAP_SECONDS, 'text/plain; charset=utf-8').send(robotsText(publicUrl)),
  )
  app.get('/sitemap.xml', options, async (_request, reply) => {
    const index = sitemapIndex(publicUrl, await listings.sitemapParts())
    return cacheFor(reply, SITEMAP_SECONDS, SITEMAP_TYPE).send(index)
  })
  app.get('/sitemap/pagine.xml', options, async (_request, reply) =>
    cacheFor(reply, SITEMAP_SECONDS, SITEMAP_TYPE).send(pagesSitemap(publicUrl)),
  )
  // Streamed: the handler timeout would cut off a slow download.
  app.get<{ Params: { part: string } }>('/sitemap/:part', hidden, async ({ params }, reply) => {
    const [, part] = /^annunci-(\d{1,9})\.xml$/.exec(params.part) ?? []
    if (!part) throw new AppError('notFound', MESSAGES.pageNotFound)
    const written = listingsSitemap(publicUrl, listings.idsInSitemapPart(Number(part)))
    return cacheFor(reply, SITEMAP_SECONDS, SITEMAP_TYPE).send(Readable.from(written))
  })
  for (const section of SECTIONS) {
    const query = ListingQuery.parse({ section, pageSize: NEWEST, order: 'newest' })
    app.get(`/feed/${section}.xml`, options, async (_request, reply) => {
      const { products } = await listings.list(query)
      return cacheFor(reply, FEED_SECONDS, FEED_TYPE).send(sectionFeed(site, section, products))
    })
  }
  app.get('/feed/avviso.ics', options, async (_request, reply) => {
    const events: ListingCard[] = []
    for (let p = 1; p <= MAX_CALENDAR_PAGES; p++) {
      const query = ListingQuery.parse({ section: 'avviso', p: String(p), pageSize: String(MAX_PAGE_SIZE) })
      const { products, pages } = await listings.list(query)
      events.push(...products)
      if (p >= pages) break
    }
    const name = `${SECTION_LABELS.avviso} · ${site.associationName}`
    return cacheFor(reply, FEED_SECONDS, CALENDAR_TYPE).send(calendarFile({ site, name, events, now: now() }))
  })
  app.get<{ Params: { id: string } }>('/product/:id.ics', options, async ({ params }, reply) => {
    const listing = await listings.get(params.id)
    if (listing.section !== 'avviso') throw new AppError('notFound', MESSAGES.pageNotFound)
    const file = calendarFile({ site, name: listing.name, events: [listing], now: now() })
    return cacheFor(reply, FEED_SECONDS, CALENDAR_TYPE)
      .header('content-disposition', 'attachment; filename="evento.ics"')
      .send(file)
  })
}
