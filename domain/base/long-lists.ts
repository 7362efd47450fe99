// Lists of admins that can contain a whole table are counted, and paged through, up to these numbers.

export const MAX_COUNTED = 50_000
/** Of what many rows contain. */
export const MAX_FOUND = 500
/** Characters of what is searched for. */
export const MAX_SEARCH = 200
