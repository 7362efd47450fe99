import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError, MESSAGES } from '#domain/errors.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** When it is looked whether who asked still waits. */
    patience: NodeJS.Timeout | undefined
  }
}

// Where every question to the database takes long, a call of several takes longer than anybody waits: who asked is told
// in time. While the database is quick, a long call may be long, but no longer than a statement may take and some more.
const PATIENCE_MS = 1_700
const LONGEST_MS = 6_000
const LOOK_AGAIN_MS = 100

export const answerInTime = (app: FastifyInstance, isDatabaseSlow: () => boolean): void => {
  const look = (reply: FastifyReply) => {
    if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return
    if (isDatabaseSlow() || reply.elapsedTime > LONGEST_MS) reply.send(new AppError('away', MESSAGES.databaseAway))
    else reply.patience = setTimeout(look, LOOK_AGAIN_MS, reply)
  }

  app.decorateReply('patience', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    // A picture is waited for as long as it takes to send.
    if (!request.routeOptions.config.takesForm) reply.patience = setTimeout(look, PATIENCE_MS, reply)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    clearTimeout(reply.patience)
    done()
  })
}
