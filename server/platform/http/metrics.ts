import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client'
import { AppError, MESSAGES } from '#domain/base/errors.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
// Each sample of the event loop wakes the process; nodejs_eventloop_lag_* include this interval.
const EVENT_LOOP_MS = 50
const BUCKETS_SECONDS = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3]

type Options = {
  registry: Registry
  /** Updates the metrics that are only measured on request. */
  parts: { refresh(): Promise<void> }
  cacheFigures: () => { hits: number; misses: number; entries: number; bytes: number }
  metricsToken: string | undefined
  /** True in production, where requests through a local proxy that sends no X-Forwarded-For look like local requests. */
  needsToken: boolean
}

const hasToken = (request: FastifyRequest, token: string | undefined): boolean => {
  const given = Buffer.from(request.headers.authorization ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return token !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
}

const measureResponses = (app: FastifyInstance, registry: Registry): void => {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method = 'any', url = 'unknown' } = request.routeOptions.config
    durations.observe({ method: String(method), route: url, status: reply.statusCode }, reply.elapsedTime / 1_000)
    done()
  })
}

const measureCache = (registry: Registry, figures: Options['cacheFigures']): void => {
  for (const figure of ['hits', 'misses', 'entries', 'bytes'] as const)
    new Gauge({
      name: `response_cache_${figure}`,
      help: `Response cache: ${figure}`,
      registers: [registry],
      collect() {
        this.set(figures()[figure])
      },
    })
}

/** Prometheus metrics. Needs the token, except for local requests if `needsToken` is false. */
export const registerMetrics = (app: FastifyInstance, options: Options): void => {
  const { registry, parts, cacheFigures, metricsToken, needsToken } = options
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_MS })
  measureResponses(app, registry)
  measureCache(registry, cacheFigures)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const isAllowed = !needsToken && LOOPBACK.has(request.ip)
    if (!isAllowed && !hasToken(request, metricsToken)) throw new AppError('notFound', MESSAGES.pageNotFound)
    await parts.refresh()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
