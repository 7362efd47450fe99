import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'
import type { Drain } from '#server/http/drain.ts'
import { DEPENDENCY_TIMEOUT_MS, withTimeout } from '#server/timeouts.ts'

const hidden = { schema: { hide: true } }

type Parts = { db: Database; drain: Pick<Drain, 'isDraining'> }

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
