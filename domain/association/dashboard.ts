// Must not import zod: browsers load this file.

/** A member with activity within this time counts as active. */
export const ACTIVE_DAYS = 30
/** How long a request may go without an act of the owner before it counts as unanswered. */
export const UNANSWERED_DAYS = 3
