import type { FastifyInstance } from 'fastify'
import { AppError, MESSAGES } from '#domain/errors.ts'

/** Refuses request targets that are no path, such as `http://host/` and `*`, which are for proxies. */
export const refuseForeignTargets = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/')) throw new AppError('malformed', MESSAGES.malformed)
  })
}
