import type { FastifyRequest } from 'fastify'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { IDEMPOTENCY_HEADER, MAX_IDEMPOTENCY_KEY } from '#domain/base/idempotency.ts'
import { isCleanText } from '#domain/base/text.ts'

/** From the request header; undefined without one. */
export const idempotencyKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers[IDEMPOTENCY_HEADER]
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || key.length > MAX_IDEMPOTENCY_KEY || !isCleanText(key))
    throw new AppError('malformed', MESSAGES.idempotencyKeyInvalid)
  return key
}
