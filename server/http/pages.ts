import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageServices } from '#domain/page-services.ts'
import { type RenderedPage, renderPage } from '#server/http/page-renderer.ts'
import { builtPages, livePages, type PageSource } from '#server/http/page-sources.ts'

export type PagesOptions = {
  services: PageServices
  mode: 'production' | 'development'
  imageOrigins?: readonly string[]
  /** Whether the map is Google's. */
  google?: boolean
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

// Quality 4 takes about a millisecond for a page; assets were compressed once, at build time.
const compress = async (body: string, accepted: string): Promise<{ encoding?: string; bytes: Buffer | string }> => {
  if (/\bbr\b/.test(accepted))
    return { encoding: 'br', bytes: await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) }
  if (/\bgzip\b/.test(accepted)) return { encoding: 'gzip', bytes: await zip(body) }
  return { bytes: body }
}

const send = async (request: FastifyRequest, reply: FastifyReply, page: RenderedPage) => {
  const { encoding, bytes } = await compress(page.body, String(request.headers['accept-encoding'] ?? ''))
  reply.code(page.status).headers(page.headers).header('vary', 'Accept-Encoding')
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(bytes)
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

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound()
    if (await answeredByVite(source, request, reply)) return reply.hijack()
    const { render } = await source.load()
    const report = (failure: unknown) => request.log.error({ err: failure }, 'page failed')
    const circumstances = { services, imageOrigins, google, development, report }
    return send(request, reply, await renderPage(render, request.url, circumstances))
  })
}
