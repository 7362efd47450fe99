import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { AppError, MESSAGES } from '#domain/errors.ts'
import type { Kept } from '#server/cache/kept.ts'
import type { Database } from '#server/db/connect.ts'
import { countDurations } from '#server/http/durations.ts'
import { inTime } from '#server/in-time.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const PING_MILLISECONDS = 1_500

const holdsToken = (request: FastifyRequest, token: string | undefined): boolean => {
  const given = Buffer.from(request.headers.authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return token !== undefined && given.length === wanted.length && timingSafeEqual(given, wanted)
}

export const registerProbes = (
  app: FastifyInstance,
  { db, kept, metricsToken }: { db: Database; kept: Kept; metricsToken: string | undefined },
): void => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const tellDurations = countDurations(app)
  // Answers that were kept are given out before a request is looked at: they are counted here, and in no log line.
  new Gauge({
    name: 'kept_answers',
    help: 'Answers given out from memory, answers in memory and their bytes',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      for (const [what, value] of Object.entries(kept.figures())) this.set({ what }, value)
    },
  })

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = await inTime(PING_MILLISECONDS, () => db`select 1`).then(
      () => true,
      () => false,
    )
    return reply.code(ready ? 200 : 503).send(ready ? { status: 'ok' } : { status: 'away', failing: ['database'] })
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!LOOPBACK.has(request.ip) && !holdsToken(request, metricsToken))
      throw new AppError('missing', MESSAGES.pageMissing)
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${tellDurations()}`)
  })
}
