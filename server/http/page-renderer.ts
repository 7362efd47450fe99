import type { PageServices } from '#domain/page-services.ts'
import { contentSecurityPolicy } from '#server/http/csp.ts'
import { inlineScriptHashes, scriptsAfterPaint } from '#server/http/page-html.ts'

export type RenderRequest = (
  request: Request,
  services: PageServices,
  report: (failure: unknown) => void,
) => Promise<Response>

/** Contains no data of the viewer, so that it can be cached. */
export type RenderedPage = { status: number; headers: Record<string, string>; body: string }

type RenderOptions = {
  services: PageServices
  imageOrigins: readonly string[]
  google: boolean
  development: boolean
  report: (failure: unknown) => void
}

// The same match as the router's: any case, optional slash.
const MAP_PATH = /^\/map\/?$/i

const originsOf = (url: string): string[] => (url ? [new URL(url).origin] : [])

export const renderPage = async (
  render: RenderRequest,
  path: string,
  { services, imageOrigins, google, development, report }: RenderOptions,
): Promise<RenderedPage> => {
  // Concatenated, not resolved: a path that starts with two slashes would name another host.
  const request = new Request(`${new URL(services.site.publicUrl).origin}${path}`)
  const response = await render(request, services, report)
  const headers = Object.fromEntries(response.headers)
  const text = await response.text()
  if (!headers['content-type']?.startsWith('text/html')) return { status: response.status, headers, body: text }

  const body = development ? text : scriptsAfterPaint(text)
  const scriptHashes = inlineScriptHashes(body)
  // Only the map page may load map tiles.
  const isMap = MAP_PATH.test(new URL(request.url).pathname)
  headers['content-security-policy'] = contentSecurityPolicy({
    scriptHashes,
    imageOrigins: isMap && !google ? [...imageOrigins, ...originsOf(services.site.mapTiles)] : imageOrigins,
    development,
    google: isMap && google,
  })
  return { status: response.status, headers, body }
}
