import type { FastifyInstance } from 'fastify'

/**
 * Prepares the server to be stopped without refusing a request: /readyz responds 503, so that load balancers send no new
 * requests, and every response ends its connection.
 */
export const makeDrain = (app: FastifyInstance) => {
  let isDraining = false
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) reply.header('connection', 'close')
    done()
  })
  return {
    isDraining: () => isDraining,
    start(): void {
      isDraining = true
    },
  }
}

export type Drain = ReturnType<typeof makeDrain>
