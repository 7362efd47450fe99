// Must not import zod: browsers load this file.

/** How long ago somebody did something to count as active. */
export const ACTIVE_DAYS = 30
/** How long a request may go without any step before it counts as unanswered. */
export const UNANSWERED_DAYS = 3
