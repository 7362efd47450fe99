export const IDEMPOTENCY_HEADER = 'idempotency-key'
export const MAX_IDEMPOTENCY_KEY = 200
/** A request repeated later than this is a new one. */
export const IDEMPOTENCY_DAYS = 30
