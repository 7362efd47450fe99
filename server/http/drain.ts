import type { FastifyInstance } from 'fastify'

/**
 * Prepares the server to be stopped without refusing a request: /readyz answers 503, so that load balancers send no new
 * requests, and every response ends its connection.
 */
export const makeDrain = (app: FastifyInstance) => {
  let isDraining = false
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  return {
    isDraining: () => isDraining,
    start(): void {
      isDraining = true
    },
  }
}

export type Drain = ReturnType<typeof makeDrain>
