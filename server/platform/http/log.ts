import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type LogFn, pino } from 'pino'
import { BaseError } from 'viem'
import { withTimeout } from '#server/platform/timeouts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Paths of this route contain a secret, such as a link from a mail, so they are neither logged nor cached. */
    secret?: boolean
    /** For routes that match any path: whether a path is not secret in any spelling. */
    publicPath?: (path: string) => boolean
  }
}

// Asked every few seconds by proxies and monitors.
const PROBES = new Set(['/healthz', '/readyz', '/metrics'])
const FLUSH_TIMEOUT_MS = 500

const destination = pino.destination({ dest: 1, sync: false })

/** The path without its query; for a secret route and without a route only the pattern, because the path may be a secret. */
const loggablePath = (request: FastifyRequest): string => {
  const { secret, publicPath, url = '(no route)' } = request.routeOptions.config
  if (secret || url === '(no route)') return url
  const [path = ''] = request.url.split('?', 1)
  return publicPath && !publicPath(path) ? url : path
}

const serializeRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: loggablePath(request),
  ip: request.ip,
})

type CodedError = Error & { code?: string }
// The message of this error contains the whole URL.
const isAlreadySent = (error?: CodedError): boolean => error?.code === 'FST_ERR_REP_ALREADY_SENT'
const ALREADY_SENT = 'Reply was already sent'

// Longer than a hash: the data of a call, or a signed transaction.
const CALL_DATA = /0x[0-9a-f]{65,}/gi
const FRAME = /^\s+at /

/** The messages, stacks and properties of viem's errors contain the call: who is paid how much. Only what went wrong stays. */
const withoutCall = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  const isCall = error instanceof BaseError
  const message = isCall ? `${error.shortMessage} ${error.details}`.replace(/0x[0-9a-f]{9,}/gi, '0x…') : error.message
  const bare = isCall ? new Error(message) : Object.assign(new Error(message), error)
  bare.name = error.name
  const frames = (error.stack ?? '').split('\n').filter((line) => FRAME.test(line))
  bare.stack = [`${error.name}: ${message}`, ...frames].join('\n')
  if (error.cause !== undefined) bare.cause = withoutCall(error.cause)
  return bare
}

const isCallInChain = (error: unknown): boolean =>
  error instanceof Error && (error instanceof BaseError || isCallInChain(error.cause))

const serializeError = (error: CodedError) => {
  if (isAlreadySent(error)) return { type: error.name, message: ALREADY_SENT, stack: '' }
  return pino.stdSerializers.err(isCallInChain(error) ? (withoutCall(error) as Error) : error)
}

/** Passes a message of its own: without one, pino would log the message of the error. */
function hideUrlOfLateReply(this: pino.Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [logged] = args as unknown as [{ err?: CodedError }]
  if (isAlreadySent(logged?.err)) log.call(this, logged, ALREADY_SENT)
  else log.apply(this, args)
}

/** Replaces URLs by their hosts, because they may contain a password or the key of a paid node, and removes call data. */
const withoutSecrets = (urls: readonly string[]) => {
  const hosts = urls.map((url) => ({ url, host: new URL(url).host }))
  return (line: string): string =>
    hosts.reduce((text, { url, host }) => text.replaceAll(url, host), line.replace(CALL_DATA, '0x…'))
}

export const loggerOptions = (level: string, secretUrls: readonly string[] = []) => ({
  level,
  hooks: { streamWrite: withoutSecrets(secretUrls), logMethod: hideUrlOfLateReply },
  stream: destination,
  redact: [
    ...['headers.authorization', 'authorization', 'password', 'token', 'accountKey', 'secret'],
    // Here PostgreSQL quotes the values of a conflicting row.
    'err.detail',
  ],
  serializers: { req: serializeRequest, err: serializeError },
})

export const logResponses = (app: FastifyInstance): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    const isQuiet = PROBES.has(request.routeOptions.url ?? '') && reply.statusCode < 400
    request.log[isQuiet ? 'debug' : 'info'](
      { req: request, status: reply.statusCode, milliseconds },
      'request completed',
    )
    done()
  })
  // Bounded: a pipe that is no longer read must not delay the exit.
  app.addHook('onClose', async () => {
    const flushed = () => new Promise<void>((resolve) => destination.flush(() => resolve()))
    await withTimeout(FLUSH_TIMEOUT_MS, flushed).catch(() => undefined)
  })
}
