// How long things are kept. The servers act by these figures and the privacy page tells them.
export const SESSION_DAYS = 30
/** An account or a newsletter address that nobody confirmed is not kept longer. */
export const UNCONFIRMED_DAYS = 30
/** A link in a mail, once it no longer opens anything. */
export const SPENT_LINK_DAYS = 7
/** That a mail was sent, without what it said. */
export const MAIL_DAYS = 30
/** A picture that was sent and is shown nowhere. */
export const LOOSE_PICTURE_HOURS = 24
