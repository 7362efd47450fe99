import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageServices } from '#domain/page-services.ts'
import { renderPage } from '#server/http/page-renderer.ts'
import { builtPages, livePages, type PageSource } from '#server/http/page-sources.ts'

export type PagesOptions = {
  services: PageServices
  mode: 'production' | 'development'
  imageOrigins?: readonly string[]
  /** Whether the map is Google's. */
  google?: boolean
}

/** Lets Vite answer for its own files; false when the path is not one of them. */
const answeredByVite = (source: PageSource, request: FastifyRequest, reply: FastifyReply): Promise<boolean> =>
  new Promise((resolve) => {
    if (!source.middleware) return resolve(false)
    reply.raw.once('close', () => resolve(true))
    source.middleware(request.raw, reply.raw, () => resolve(false))
  })

/** Serves the pages and their files: every GET that no call of the API has taken. */
export const registerPages = async (
  app: FastifyInstance,
  { services, mode, imageOrigins = [], google = false }: PagesOptions,
): Promise<void> => {
  const development = mode === 'development'
  const source = await (development ? livePages(app) : builtPages(app))

  app.get('/*', { schema: { hide: true }, config: { kept: !development } }, async (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound()
    if (await answeredByVite(source, request, reply)) return reply.hijack()
    const { render } = await source.load()
    const report = (failure: unknown) => request.log.error({ reqId: request.id, err: failure }, 'page failed')
    const circumstances = { services, imageOrigins, google, development, report }
    const page = await renderPage(render, request.url, circumstances)
    return reply.code(page.status).headers(page.headers).send(page.body)
  })
}
