import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'
import { DEPENDENCY_TIMEOUT_MS, withTimeout } from '#server/timeouts.ts'

const hidden = { schema: { hide: true } }

export const registerHealth = (app: FastifyInstance, db: Database): void => {
  app.get('/healthz', hidden, async () => ({ status: 'ok' }))
  app.get('/readyz', hidden, async (_request, reply) => {
    const isReady = await withTimeout(DEPENDENCY_TIMEOUT_MS, () => db.query(sql`select 1`)).then(
      () => true,
      () => false,
    )
    return reply
      .code(isReady ? 200 : 503)
      .send(isReady ? { status: 'ok' } : { status: 'unavailable', failing: ['database'] })
  })
}
