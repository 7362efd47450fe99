// Separate from reviews.schema.ts, so that browsers do not load zod for the form.
export const REVIEW_INCOMPLETE = 'Per favore lascia la tua valutazione e un commento'
export const REPLY_EMPTY = 'Scrivi la tua risposta.'

export const MAX_COMMENT = 2000
export const MAX_REPLY = 1000

export const RATING_NAMES = ['Scarso', 'Discreto', 'Buono', 'Molto Buono', 'Eccellente'] as const
