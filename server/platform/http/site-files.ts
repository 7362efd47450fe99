import type { FastifyInstance } from 'fastify'
import type { SiteSettings } from '#domain/association/settings.ts'
import { bandOf, coloursOfFile, themeCss } from '#domain/base/colours.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'

const DAY_SECONDS = 24 * 60 * 60
const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

const manifest = ({ associationName, colours }: SiteSettings) => ({
  id: '/',
  name: `Piazza · ${associationName}`,
  short_name: 'Piazza',
  description: `La bacheca di ${associationName}: annunci tra vicini, in VAL e in euro.`,
  lang: 'it',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#f6efe1',
  theme_color: bandOf(colours.primary),
  icons: ICONS,
})

const options = { schema: { hide: true } }

/** The web app manifest, and a stylesheet with the association's colours, because inline styles are not allowed. */
export const registerSiteFiles = (app: FastifyInstance, site: SiteSettings): void => {
  app.get('/manifest.webmanifest', options, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest(site))),
  )
  app.get<{ Params: { file: string } }>('/theme/:file', options, async ({ params }, reply) => {
    const colours = coloursOfFile(params.file)
    if (!colours) throw new AppError('notFound', MESSAGES.pageNotFound)
    return reply
      .header('cache-control', `public, max-age=${DAY_SECONDS}`)
      .type('text/css; charset=utf-8')
      .send(themeCss(colours))
  })
}
