// Must not import zod: browsers load this file.

/** A web address inside a text, without the punctuation, quotation mark or bracket that follows it. */
export const URL_IN_TEXT = /https?:\/\/[^\s<>"«»“”]*[^\s<>"«»“”.,;:!?)\]'’]/

export const MAX_IMAGE_ADDRESS = 500
