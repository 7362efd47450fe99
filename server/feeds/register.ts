import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError, MESSAGES } from '#domain/errors.ts'
import { ListingQuery } from '#domain/listings.schema.ts'
import { SECTIONS } from '#domain/listings.ts'
import type { SiteSettings } from '#domain/settings.ts'
import { sectionFeed } from '#server/feeds/atom.ts'
import { listingsSitemap, pagesSitemap, robotsText, sitemapIndex } from '#server/feeds/sitemap.ts'
import type { ListingsService } from '#server/listings/service.ts'

type FeedParts = { site: SiteSettings; listings: Pick<ListingsService, 'list' | 'sitemapParts' | 'idsInSitemapPart'> }

const NEWEST = '30'
// Search engines come by every few hours; who follows a feed wants to hear soon.
const SITEMAP_SECONDS = 3600
const FEED_SECONDS = 60
const SITEMAP_TYPE = 'application/xml; charset=utf-8'
const FEED_TYPE = 'application/atom+xml; charset=utf-8'

const hidden = { schema: { hide: true } }

const keepFor = (reply: FastifyReply, seconds: number, type: string): FastifyReply =>
  reply.header('cache-control', `public, max-age=${seconds}`).type(type)

/** What machines read: where the pages are, and what is new in each section. */
export const registerFeeds = (app: FastifyInstance, { site, listings }: FeedParts): void => {
  const { publicUrl } = site

  app.get('/robots.txt', hidden, async (_request, reply) =>
    keepFor(reply, SITEMAP_SECONDS, 'text/plain; charset=utf-8').send(robotsText(publicUrl)),
  )
  app.get('/sitemap.xml', hidden, async (_request, reply) => {
    const index = sitemapIndex(publicUrl, await listings.sitemapParts())
    return keepFor(reply, SITEMAP_SECONDS, SITEMAP_TYPE).send(index)
  })
  app.get('/sitemap/pagine.xml', hidden, async (_request, reply) =>
    keepFor(reply, SITEMAP_SECONDS, SITEMAP_TYPE).send(pagesSitemap(publicUrl)),
  )
  app.get<{ Params: { part: string } }>('/sitemap/:part', hidden, async ({ params }, reply) => {
    const [, part] = /^annunci-(\d{1,9})\.xml$/.exec(params.part) ?? []
    if (!part) throw new AppError('missing', MESSAGES.pageMissing)
    const written = listingsSitemap(publicUrl, listings.idsInSitemapPart(Number(part)))
    return keepFor(reply, SITEMAP_SECONDS, SITEMAP_TYPE).send(Readable.from(written))
  })
  for (const section of SECTIONS) {
    const query = ListingQuery.parse({ section, pageSize: NEWEST })
    app.get(`/feed/${section}.xml`, hidden, async (_request, reply) => {
      const { products } = await listings.list(query)
      return keepFor(reply, FEED_SECONDS, FEED_TYPE).send(sectionFeed(site, section, products))
    })
  }
}
