// Must not import zod: browsers load this file.

/** A web address inside a text, without the punctuation, quotation mark or bracket that follows it. */
export const URL_IN_TEXT = /https?:\/\/[^\s<>"«»“”]*[^\s<>"«»“”.,;:!?)\]'’]/

export const MAX_IMAGE_ADDRESS = 500

/** Parsers of URLs disagree about host names with other characters, so what is checked may not be what is called. */
export const PLAIN_HOST = /^[a-z\d.-]+$/i
/** The same, or an IPv6 address, for the settings of the server. */
export const PLAIN_HOST_OR_IPV6 = /^([a-z\d.-]+|\[[a-f\d:.]+\])$/i
