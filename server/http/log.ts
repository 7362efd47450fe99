import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pino } from 'pino'

// Links in mails carry their secret in the path or the query; a log line must not.
const SECRET_SEGMENT =
  /^(\/(?:verification|password-recovery|newsletter|disiscrizione|api\/users\/verification|api\/newsletter\/leave)\/)[^?]+/
const QUERY = /\?.*$/

export const loggableUrl = (url: string): string => url.replace(QUERY, '').replace(SECRET_SEGMENT, '$1…')

export const carriesSecret = (url: string): boolean => SECRET_SEGMENT.test(url)

// Lines are gathered and written a few kilobytes at a time; a moment of quiet, an error or the end writes what is there.
const GATHERED_BYTES = 4_096
const QUIET_MILLISECONDS = 500

// One for the process, whose standard output it writes to.
let destination: ReturnType<typeof pino.destination> | undefined
const openDestination = () => {
  destination ??= pino.destination({
    ...{ dest: 1, sync: false, minLength: GATHERED_BYTES, periodicFlush: QUIET_MILLISECONDS },
  })
  return destination
}

/** Writes what is gathered, if somebody still reads: left to the end of the process, a reader who is gone would hold it up for ever. */
const writeOut = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      destination?.off('error', done)
      resolve()
    }
    const timer = setTimeout(done, QUIET_MILLISECONDS)
    destination?.once('error', done).flush(done)
  })

/** What is written of a request: no headers, no body, no query. */
const tell = (request: FastifyRequest) => ({
  method: request.method,
  url: loggableUrl(request.url),
  ip: request.ip,
})

export const loggerOptions = (level: string) => ({
  level,
  stream: openDestination(),
  redact: [
    ...['req.headers', 'headers.authorization', 'authorization', 'password', 'token', 'accountKey', 'secret'],
    // Where the database says which row was in the way, it quotes it.
    ...['err.detail', 'err.parameters', 'err.args', 'err.cause.detail'],
  ],
  serializers: { req: tell },
})

/** One line for each answer, when it is out. */
export const logAnswers = (app: FastifyInstance): void => {
  // Of its own, without the search for secrets that other lines need: all that it writes is here.
  const answers = pino({ level: app.log.level }, openDestination())
  app.addHook('onClose', writeOut)
  app.addHook('onResponse', (request, reply, done) => {
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    answers.info({ reqId: request.id, req: tell(request), status: reply.statusCode, milliseconds }, 'answered')
    done()
  })
}
