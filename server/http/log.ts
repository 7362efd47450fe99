import type { FastifyRequest } from 'fastify'

// Links in mails carry their secret in the path or the query; a log line must not.
const SECRET_SEGMENT = /^(\/(?:verification|password-recovery|newsletter|api\/users\/verification)\/)[^?]+/
const QUERY = /\?.*$/

export const loggableUrl = (url: string): string => url.replace(QUERY, '').replace(SECRET_SEGMENT, '$1…')

/** What pino writes of a request: no headers, no body, no query. */
export const loggerOptions = (level: string) => ({
  level,
  redact: ['req.headers', 'headers.authorization', 'authorization', 'password', 'token', 'accountKey', 'secret'],
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, url: loggableUrl(request.url), ip: request.ip }),
  },
})
