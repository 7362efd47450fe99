import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError, MESSAGES } from '#domain/errors.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Where it stands among those that somebody waits for. */
    seat: number
  }
}

// Where every question to the database takes long, a call of several takes longer than anybody waits: who asked is told
// in time. While the database is quick, a long call may be long, but no longer than a statement may take and some more.
const PATIENCE_MS = 1_700
const LONGEST_MS = 6_000
const LOOK_MS = 100

/** All that somebody waits for, each in its seat; a seat that was left is given to the next. */
const makeWaitingRoom = () => {
  const seats: (FastifyReply | undefined)[] = []
  const free: number[] = []
  return {
    enter(reply: FastifyReply) {
      reply.seat = free.pop() ?? seats.length
      seats[reply.seat] = reply
    },
    leave(reply: FastifyReply) {
      if (seats[reply.seat] !== reply) return
      seats[reply.seat] = undefined
      free.push(reply.seat)
    },
    present: () => seats.filter((reply) => reply !== undefined),
  }
}

const isOut = (reply: FastifyReply) => reply.sent || reply.raw.headersSent || reply.raw.destroyed

// A picture is waited for as long as it takes to send.
const isForm = (reply: FastifyReply) => reply.request.routeOptions.config.takesForm === true

export const answerInTime = (app: FastifyInstance, isDatabaseSlow: () => boolean): void => {
  const room = makeWaitingRoom()
  const look = (reply: FastifyReply) => {
    if (isOut(reply)) return room.leave(reply)
    const waited = reply.elapsedTime
    if (waited < PATIENCE_MS || isForm(reply)) return
    if (isDatabaseSlow() || waited > LONGEST_MS) reply.send(new AppError('away', MESSAGES.databaseAway))
  }
  const timer = setInterval(() => room.present().forEach(look), LOOK_MS).unref()

  app.decorateReply('seat', 0)
  app.addHook('onClose', async () => clearInterval(timer))
  app.addHook('onRequest', (_request, reply, done) => {
    room.enter(reply)
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    room.leave(reply)
    done()
  })
}
