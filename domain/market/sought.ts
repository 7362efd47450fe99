/** Fewer people are not shown: a search must not tell who made it. */
export const LEAST_PEOPLE = 3

export const SOUGHT_MESSAGES = { noted: 'Annotato.' } as const
