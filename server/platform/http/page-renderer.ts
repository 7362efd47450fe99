import type { PageServices } from '#domain/page-services.ts'
import { contentSecurityPolicy } from '#server/platform/http/csp.ts'
import { inlineScriptHashes, scriptsAfterPaint } from '#server/platform/http/page-html.ts'

export type RenderRequest = (
  request: Request,
  services: PageServices,
  report: (failure: unknown) => void,
) => Promise<Response>

/** Must not contain data of the viewer, because it is cached. */
export type RenderedPage = { status: number; headers: Record<string, string>; body: string }

type RenderOptions = {
  services: PageServices
  imageOrigins: readonly string[]
  google: boolean
  /** Hashes of the inline scripts that all pages have; undefined in development, where they differ. */
  scriptHashes: readonly string[] | undefined
  report: (failure: unknown) => void
}

// Matches like the router: case-insensitive, with an optional trailing slash.
const MAP_PATH = /^\/map\/?$/i
const SEARCH_PATH = /^\/search(\/|$)/i

const originsOf = (url: string): string[] => (url ? [new URL(url).origin] : [])

export const renderPage = async (
  render: RenderRequest,
  path: string,
  { services, imageOrigins, google, scriptHashes, report }: RenderOptions,
): Promise<RenderedPage> => {
  // Concatenated instead of resolved, because a path that starts with two slashes would be resolved as another host.
  const request = new Request(`${new URL(services.site.publicUrl).origin}${path}`)
  const response = await render(request, services, report)
  const headers = Object.fromEntries(response.headers)
  const text = await response.text()
  if (!headers['content-type']?.startsWith('text/html')) return { status: response.status, headers, body: text }

  const body = scriptHashes ? scriptsAfterPaint(text) : text
  // Only pages with a map may load map tiles.
  const { pathname, searchParams } = new URL(request.url)
  const isMap = MAP_PATH.test(pathname)
  const hasTiles = isMap ? !google : SEARCH_PATH.test(pathname) && searchParams.has('vista')
  headers['content-security-policy'] = contentSecurityPolicy({
    scriptHashes: scriptHashes ?? inlineScriptHashes(body),
    imageOrigins: hasTiles ? [...imageOrigins, ...originsOf(services.site.mapTiles)] : imageOrigins,
    development: scriptHashes === undefined,
    google: isMap && google,
  })
  return { status: response.status, headers, body }
}

// A page that needs no data except the site's settings.
const REFERENCE_PAGE = '/privacy'

/** Hashes of the inline scripts of the build. Pages allow only these, so that injected scripts do not run. */
export const knownScriptHashes = async (render: RenderRequest, services: PageServices): Promise<string[]> => {
  const report = (failure: unknown) => {
    throw failure
  }
  const response = await render(new Request(new URL(REFERENCE_PAGE, services.site.publicUrl)), services, report)
  return inlineScriptHashes(scriptsAfterPaint(await response.text()))
}
