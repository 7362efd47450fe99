import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import type { PageServices } from '#domain/page-services.ts'
import { failureReport, pageServices } from '#web/lib/page/page-context.ts'

const handle = createRequestHandler(build, import.meta.env.MODE)

/** The ids of all routes. */
export const routeIds: readonly string[] = Object.keys(build.routes)

/** Renders a page; the only function of the page bundle that the server calls. */
export const render = (
  request: Request,
  services: PageServices,
  report: (failure: unknown) => void,
): Promise<Response> => {
  const context = new RouterContextProvider()
  context.set(pageServices, services)
  context.set(failureReport, report)
  return handle(request, context)
}
