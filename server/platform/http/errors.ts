import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, type ErrorKind, type FieldErrors, MESSAGES } from '#domain/base/errors.ts'
import { isDatabaseUnavailable } from '#server/platform/db/failures.ts'
import { unrepeated } from '#server/platform/repeated-log.ts'

export const RETRY_SECONDS = 5

// Errors of Fastify and its plugins, by status. 403: a file outside its folder; 412 and 416: conditions and ranges that a
// file does not meet; 503: the handler timeout.
const FRAMEWORK_ERRORS: Record<number, [ErrorKind, string]> = {
  400: ['malformed', MESSAGES.malformed],
  403: ['notFound', MESSAGES.pageNotFound],
  404: ['notFound', MESSAGES.pageNotFound],
  412: ['preconditionFailed', MESSAGES.malformed],
  413: ['payloadTooLarge', MESSAGES.payloadTooLarge],
  414: ['payloadTooLarge', MESSAGES.payloadTooLarge],
  415: ['unsupportedMediaType', MESSAGES.unsupportedMediaType],
  416: ['rangeNotSatisfiable', MESSAGES.malformed],
  429: ['tooManyRequests', MESSAGES.tooManyRequests],
  503: ['unavailable', MESSAGES.databaseUnavailable],
}

const ABORT_CODES = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'FST_MP_PREMATURE_CLOSE'])

/** Whether the client closed the connection before the request was complete. The codes alone also occur for dependencies. */
const isClientAbort = (error: FastifyError, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed && !raw.complete && ABORT_CODES.has(error.code)

const asAppError = (error: FastifyError | AppError, request: FastifyRequest): AppError | undefined => {
  if (error instanceof AppError) return error
  if (isClientAbort(error, request)) return new AppError('malformed', MESSAGES.malformed)
  if (isDatabaseUnavailable(error)) return new AppError('unavailable', MESSAGES.databaseUnavailable)
  // PostgreSQL's character_not_in_repertoire: a NUL character in an input that no schema refused.
  if (error.code === '22021') return new AppError('malformed', MESSAGES.malformed)
  // A file name that is too long for the file system.
  if (error.code === 'ENAMETOOLONG') return new AppError('notFound', MESSAGES.pageNotFound)
  const known = error.statusCode === undefined ? undefined : FRAMEWORK_ERRORS[error.statusCode]
  return known && new AppError(...known)
}

type ErrorResponse = {
  status: number
  message: string
  errors: FieldErrors | undefined
  details: Readonly<Record<string, unknown>> | undefined
  retryAfter: string | undefined
}

const filters = new WeakMap<FastifyInstance, (text: string) => boolean>()

/** While a dependency is down every request fails in the same way: one a minute is logged. */
const logUnavailable = (error: Error, request: FastifyRequest): void => {
  const isNew = filters.get(request.server) ?? unrepeated()
  filters.set(request.server, isNew)
  if (isNew(error.message)) request.log.error({ err: error }, 'request failed')
}

export const toResponse = (error: FastifyError | AppError, request: FastifyRequest): ErrorResponse => {
  const known = asAppError(error, request)
  if (!known) request.log.error({ err: error }, 'request failed')
  else if (known.kind === 'unavailable') logUnavailable(error, request)
  const retryAfter = known?.retryAfter ?? (known?.kind === 'unavailable' ? RETRY_SECONDS : undefined)
  return {
    status: known?.status ?? 500,
    message: known?.message ?? MESSAGES.internal,
    errors: known?.errors,
    details: known?.details,
    retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
  }
}

export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const { status, message, errors, details, retryAfter } = toResponse(error, request)
    if (retryAfter) reply.header('retry-after', retryAfter)
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .send({ message, errors, ...details })
  })
}
