// Retention periods, enforced by the server. The privacy page shows most of them.
export const SESSION_DAYS = 30
/** Unconfirmed accounts and newsletter addresses. */
export const UNVERIFIED_DAYS = 30
/** Rows of used and expired mail links. */
export const EXPIRED_LINK_DAYS = 7
/** Networks from which a member has signed in, counted from the last sign-in. */
export const KNOWN_NETWORK_DAYS = 90
/** How long a network and an address count for welcome VAL, as keyed hashes without a link to a person. */
export const WELCOME_NETWORK_DAYS = 1
export const WELCOME_ADDRESS_DAYS = 365
/** Metadata of a sent mail; its text is deleted at once. */
export const MAIL_DAYS = 30
/** Addresses that refuse mail: after this time newsletters are sent to them again. */
export const MAIL_FAILURE_DAYS = 180
/** Uploaded pictures that no listing or order uses. */
export const UNUSED_PICTURE_HOURS = 24
/** Name and e-mail of a visitor who reported something. */
export const REPORTER_DAYS = 365
/** Searches that found nothing, counted without names. */
export const MISSED_SEARCH_DAYS = 30
/** Notices to a member. */
export const NOTICE_DAYS = 90
/** Exchange rings, counted from when they were closed. */
export const RING_DAYS = 90
/** Message threads, counted from the last message. */
export const MESSAGE_DAYS = 365
