import { MAX_TITLE } from '#domain/market/listings.ts'

/** Searches by fewer people are not shown, so that nobody can be identified by them. */
export const LEAST_PEOPLE = 3

export const SOUGHT_MESSAGES = { noted: 'Annotato.' } as const

const ASKING = /^(?:cerco|cercasi|cerchiamo)(?:\s+|$)/i

/** The title of a «Cerco» for the words of a search, which may themselves say that somebody seeks. */
export const soughtTitle = (words: string): string =>
  `Cerco ${words.trim().replace(ASKING, '')}`.trim().slice(0, MAX_TITLE)
