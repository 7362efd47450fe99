// SQLSTATE classes and system codes that mean: the database cannot be reached, or cannot serve now.
const UNAVAILABLE_CODES =
  /^(08|57P|57014|53|58|ECONN|ENOENT|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/
const CERTIFICATE_CODES = /CERT|^ERR_(TLS|SSL)|^UNABLE_TO/
// Errors of pg itself have no code.
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded|Query read timeout|Client (has encountered|was closed)|Cannot use a pool)/

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

const NO_TLS = /^(The server does not support SSL|There was an error establishing an SSL)/

/** Whether a connection failed because its encryption could not be agreed on, or because of a certificate. */
export const isTlsFailure = (error: unknown): boolean =>
  error instanceof Error && (CERTIFICATE_CODES.test(codeOf(error)) || NO_TLS.test(error.message))

/** Whether a statement failed because of the database's state or the connection to it, not because of the statement. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  return isTlsFailure(error) || UNAVAILABLE_CODES.test(codeOf(error)) || UNAVAILABLE_MESSAGES.test(error.message)
}

// The database itself reported the error, so nothing was committed.
const REFUSED_CODES = /^(53|57014|58)/

/** Whether a failed commit may have succeeded, because the connection ended before the response. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isDatabaseUnavailable(error) && !(error instanceof Error && REFUSED_CODES.test(codeOf(error)))

const CONFLICT_CODES = new Set(['40001', '40P01'])

/** Whether PostgreSQL rolled back because of a concurrent transaction: a serialisation failure or a deadlock. */
export const isConflict = (error: unknown): boolean => error instanceof Error && CONFLICT_CODES.has(codeOf(error))
