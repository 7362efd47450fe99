/** Searches by fewer people are not shown, so that nobody can be identified by them. */
export const LEAST_PEOPLE = 3

export const SOUGHT_MESSAGES = { noted: 'Annotato.' } as const
