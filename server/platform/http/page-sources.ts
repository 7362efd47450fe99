import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fastifyStatic } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { DAY_MS } from '#domain/base/dates.ts'
import type { RenderRequest } from '#server/platform/http/page-renderer.ts'

type SsrModule = { render: RenderRequest; routeIds: readonly string[] }
type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Pages from the build, or from Vite in development. */
export type PageSource = { load(): Promise<SsrModule>; middleware?: Middleware }

const BUILDS = new URL('../../../build/', import.meta.url)
const YEAR_MS = 365 * 24 * 3600 * 1000

/** Serves the build that is current at the start; later builds do not affect this process. */
export const builtPages = async (app: FastifyInstance, builds = BUILDS): Promise<PageSource> => {
  const build = new URL(`${(await readFile(new URL('current', builds), 'utf8')).trim()}/`, builds)
  const client = new URL('client/', build)
  const assets = ['client/assets/', 'previous-assets/'].map((path) => new URL(path, build)).filter(existsSync)
  // The name of an asset contains a hash of its content; other public files keep their names.
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_MS,
  })
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz'],
    decorateReply: false,
    index: false,
    preCompressed: true,
    maxAge: DAY_MS,
  })
  const built: SsrModule = await import(new URL('server/ssr.js', build).href)
  return { load: async () => built }
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

/** Removes the signal handlers that development tools add: they would exit before the server has closed. */
const withoutSignalHandlers = async <T>(start: () => Promise<T>): Promise<T> => {
  const ours = STOP_SIGNALS.map((signal) => process.listeners(signal))
  const started = await start()
  STOP_SIGNALS.forEach((signal, index) => {
    for (const listener of process.listeners(signal))
      if (!ours[index]?.includes(listener)) process.off(signal, listener)
  })
  return started
}

export const livePages = async (app: FastifyInstance): Promise<PageSource> => {
  const { createServer } = await import('vite')
  const vite = await withoutSignalHandlers(() =>
    createServer({
      appType: 'custom',
      server: { middlewareMode: true, hmr: { server: app.server }, ws: { server: app.server } },
    }),
  )
  app.addHook('onClose', () => vite.close())
  return {
    load: async () => (await vite.ssrLoadModule('/web/ssr.ts')) as SsrModule,
    middleware: vite.middlewares,
  }
}
