import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import type { PageServices } from '#domain/page-services.ts'
import { RETRY_SECONDS, toResponse } from '#server/platform/http/errors.ts'
import { withDeadline } from '#server/platform/http/page-deadline.ts'
import { knownScriptHashes, renderPage } from '#server/platform/http/page-renderer.ts'
import { builtPages, livePages, type PageSource } from '#server/platform/http/page-sources.ts'
import { readPageUrl } from '#server/platform/http/page-url.ts'
import { READ_TIMEOUT_MS } from '#server/platform/timeouts.ts'

export type PagesOptions = {
  services: PageServices
  mode: 'production' | 'development'
  imageOrigins?: readonly string[]
  /** Whether the map is Google's. */
  google?: boolean
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

// Pages whose paths contain a code, opened by links from mails.
const SECRET_PAGES = [
  '/verification/*',
  '/password-recovery/*',
  '/nuova-email/*',
  '/annulla-modifica/*',
  '/invito/*',
  '/newsletter/*',
  '/disiscrizione/*',
  '/avvisi/disiscrizione/*',
  '/ancora-valido/*',
  '/risposta/*',
]
const SECRET_FOLDERS = SECRET_PAGES.map((pattern) => pattern.replace('*', ''))

const decode = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
// Unlike Fastify's, the router of the pages ignores case, repeated slashes and percent-encoding.
const isPublicPath = (path: string): boolean => {
  const plain = decode(path)
    ?.toLowerCase()
    .replace(/[\\/]+/g, '/')
  return plain !== undefined && !SECRET_FOLDERS.some((folder) => plain.startsWith(folder))
}
// Vite compiles a page when it is first requested.
const DEVELOPMENT_TIMEOUT_MS = 60_000

/** Lets Vite serve its own files; false if the path is not one of them. */
const answeredByVite = (source: PageSource, request: FastifyRequest, reply: FastifyReply): Promise<boolean> =>
  new Promise((resolve) => {
    if (!source.middleware) return resolve(false)
    reply.raw.once('close', () => resolve(true))
    source.middleware(request.raw, reply.raw, () => resolve(false))
  })

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** Responds with a page instead of JSON if a page request fails before rendering, such as by a timeout. */
const answerWithPage = (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
  const { status, message, retryAfter } = toResponse(error, request)
  if (retryAfter) reply.header('retry-after', retryAfter)
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
    .send(
      `<!doctype html><html lang="it"><meta name="viewport" content="width=device-width"><title>Piazza</title>` +
        `<h1>Piazza</h1><p>${escaped(message)}</p><p><a href="">Riprova</a></p></html>`,
    )
}

type PageRoutes = { handler: PageHandler; development: boolean; routeIds: ReadonlySet<string> }

export const registerPageRoutes = (app: FastifyInstance, { handler, development, routeIds }: PageRoutes): void => {
  const options = { schema: { hide: true }, handlerTimeout: development ? DEVELOPMENT_TIMEOUT_MS : READ_TIMEOUT_MS }
  const cacheKey = ({ url }: FastifyRequest) => readPageUrl(url, routeIds).cacheKey
  const pageOptions = { ...options, errorHandler: answerWithPage }
  app.get('/*', { ...pageOptions, config: { cached: !development, cacheKey, publicPath: isPublicPath } }, handler)
  // `cached` only compresses and adds an ETag here: responses of secret routes are not stored.
  for (const url of SECRET_PAGES)
    app.get(url, { ...pageOptions, config: { cached: !development, secret: true } }, handler)
  // Secret, because an API link from a mail may be requested with the wrong method.
  app.get('/api/*', { ...options, config: { secret: true } }, () => {
    throw new AppError('notFound', MESSAGES.pageNotFound)
  })
}

/** Serves the pages and their files, for every GET outside the API. */
export const registerPages = async (
  app: FastifyInstance,
  { services, mode, imageOrigins = [], google = false }: PagesOptions,
): Promise<void> => {
  const development = mode === 'development'
  const source = await (development ? livePages(app) : builtPages(app))

  const pages = development ? undefined : await source.load()
  const scriptHashes = pages && (await knownScriptHashes(pages.render, services))
  const routeIds = new Set(pages?.routeIds)

  const handler: PageHandler = async (request, reply) => {
    if (await answeredByVite(source, request, reply)) return reply.hijack()
    const { render } = await source.load()
    const report = (failure: unknown) => request.log.error({ err: failure }, 'page failed')
    const options = { services: withDeadline(services, report), imageOrigins, google, scriptHashes, report }
    const { url } = development ? request : readPageUrl(request.url, routeIds)
    const page = await renderPage(render, url, options)
    if (page.status >= 500) reply.headers({ 'cache-control': 'no-store', 'retry-after': RETRY_SECONDS })
    return reply.code(page.status).headers(page.headers).send(page.body)
  }
  registerPageRoutes(app, { handler, development, routeIds })
}
