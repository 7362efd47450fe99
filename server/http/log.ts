import { hostname } from 'node:os'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'

// Links in mails carry their secret in the path or the query; a log line must not.
const SECRET_SEGMENT =
  /^(\/(?:verification|password-recovery|newsletter|disiscrizione|api\/users\/verification|api\/newsletter\/leave)\/)[^?]+/
const QUERY = /\?.*$/

export const loggableUrl = (url: string): string =>
  (url.includes('?') ? url.replace(QUERY, '') : url).replace(SECRET_SEGMENT, '$1…')

export const carriesSecret = (url: string): boolean => SECRET_SEGMENT.test(url)

// Lines about answers are gathered and written many at a time; a moment of quiet or the end writes what is there.
const GATHERED_LETTERS = 65_536
const QUIET_MILLISECONDS = 500

// One for the process, whose standard output it writes to.
let destination: ReturnType<typeof pino.destination> | undefined
const openDestination = () => {
  destination ??= pino.destination({ dest: 1, sync: false })
  return destination
}

/** A place to write to that gathers what it is given. */
const makeGathering = () => {
  let lines: string[] = []
  let letters = 0
  const flush = () => {
    if (lines.length > 0) openDestination().write(lines.join(''))
    lines = []
    letters = 0
  }
  const timer = setInterval(flush, QUIET_MILLISECONDS).unref()
  return {
    write(line: string) {
      lines.push(line)
      letters += line.length
      if (letters > GATHERED_LETTERS) flush()
    },
    end() {
      clearInterval(timer)
      flush()
    },
  }
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

// As pino writes it, put together by hand: no other line is written so often, and none has so little in it to look through.
const INFO = 30
const SILENT = Number.POSITIVE_INFINITY
const LINE_BEGINS = `{"level":${INFO},"pid":${process.pid},"hostname":${JSON.stringify(hostname())},"msg":"answered","time":`
const lineOf = (request: FastifyRequest, reply: FastifyReply): string => {
  const url = JSON.stringify(loggableUrl(request.url))
  const asked = `"req":{"method":"${request.method}","url":${url},"ip":${JSON.stringify(request.ip)}}`
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10
  return `${LINE_BEGINS}${Date.now()},"reqId":"${request.id}",${asked},"status":${reply.statusCode},"milliseconds":${milliseconds}}\n`
}

/** One line for each answer, when it is out. */
export const logAnswers = (app: FastifyInstance): void => {
  const gathering = makeGathering()
  const isWanted = (pino.levels.values[app.log.level] ?? SILENT) <= INFO
  app.addHook('onClose', () => {
    gathering.end()
    return writeOut()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (isWanted) gathering.write(lineOf(request, reply))
    done()
  })
}
