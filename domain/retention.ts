// How long things are kept. The servers act by these figures and the privacy page tells them.
export const SESSION_DAYS = 30
/** An account or a newsletter address that nobody confirmed is not kept longer. */
export const UNCONFIRMED_DAYS = 30
