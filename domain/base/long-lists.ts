// Lists of admins that can contain a whole table are counted, and paged through, up to these numbers.

export const MAX_COUNTED = 50_000
/** Limit for searches that match a large share of the rows. */
export const MAX_FOUND = 500
/** Characters of a search text. */
export const MAX_SEARCH = 200
