import type { FastifyInstance } from 'fastify'
import { AppError, MESSAGES } from '#domain/errors.ts'

// Where every question to the database takes long, a call of several takes longer than anybody waits: who asked is told
// in time. While the database is quick, a long call may be long.
const PATIENCE_MS = 1_700
const LOOK_AGAIN_MS = 100

export const answerInTime = (app: FastifyInstance, isDatabaseSlow: () => boolean): void => {
  app.addHook('onRequest', async (request, reply) => {
    // A picture is waited for as long as it takes to send.
    if (request.routeOptions.config.takesForm) return
    const look = () => {
      if (reply.sent || reply.raw.headersSent) return
      if (isDatabaseSlow()) reply.send(new AppError('away', MESSAGES.databaseAway))
      else timer = setTimeout(look, LOOK_AGAIN_MS)
    }
    let timer = setTimeout(look, PATIENCE_MS)
    reply.raw.once('close', () => clearTimeout(timer))
  })
}
