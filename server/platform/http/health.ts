import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Drain } from '#server/platform/http/drain.ts'
import { DEPENDENCY_TIMEOUT_MS, withTimeout } from '#server/platform/timeouts.ts'

const hidden = { schema: { hide: true } }

type Parts = { db: Database; drain: Drain }

export const registerHealth = (app: FastifyInstance, { db, drain }: Parts): void => {
  app.get('/healthz', hidden, async () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async (_request, reply) => {
    if (drain.isDraining()) return reply.code(503).send({ status: 'draining' })
    const isReady = await withTimeout(DEPENDENCY_TIMEOUT_MS, () => db.query(sql`select 1`)).then(
      () => true,
      () => false,
    )
    return reply
      .code(isReady ? 200 : 503)
      .send(isReady ? { status: 'ok' } : { status: 'unavailable', failing: ['database'] })
  })
}
