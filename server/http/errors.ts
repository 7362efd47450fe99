import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, type ErrorKind, MESSAGES } from '#domain/errors.ts'
import { isDatabaseAway } from '#server/db/failures.ts'

const RETRY_SECONDS = 5

// Fastify's own errors, by status. 503 is its handler timeout.
const FRAMEWORK_ERRORS: Record<number, [ErrorKind, string]> = {
  400: ['malformed', MESSAGES.malformed],
  404: ['missing', MESSAGES.pageMissing],
  413: ['tooLarge', MESSAGES.tooLarge],
  414: ['tooLarge', MESSAGES.tooLarge],
  415: ['wrongType', MESSAGES.wrongType],
  429: ['tooMany', MESSAGES.tooMany],
  503: ['away', MESSAGES.databaseAway],
}

const asAppError = (error: FastifyError | AppError): AppError | undefined => {
  if (error instanceof AppError) return error
  if (isDatabaseAway(error)) return new AppError('away', MESSAGES.databaseAway)
  const known = error.statusCode === undefined ? undefined : FRAMEWORK_ERRORS[error.statusCode]
  return known && new AppError(...known)
}

type ErrorResponse = { status: number; message: string; retryAfter: string | undefined }

const toResponse = (error: FastifyError | AppError, request: FastifyRequest): ErrorResponse => {
  const known = asAppError(error)
  if (!known || known.kind === 'away') request.log.error({ err: error }, 'request failed')
  const retryAfter = known?.retryAfter ?? (known?.kind === 'away' ? RETRY_SECONDS : undefined)
  return {
    status: known?.status ?? 500,
    message: known?.message ?? MESSAGES.internal,
    retryAfter: retryAfter === undefined ? undefined : String(retryAfter),
  }
}

export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler<FastifyError | AppError>((error, request, reply) => {
    const { status, message, retryAfter } = toResponse(error, request)
    if (retryAfter) reply.header('retry-after', retryAfter)
    return reply.code(status).header('cache-control', 'no-store').send({ message })
  })
}
