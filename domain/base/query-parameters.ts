import { z } from 'zod'

/** Treats an empty parameter like a missing one. */
export const emptyAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema)

// The largest safe integer has 16 digits.
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, 'Serve un numero intero.')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `Serve un numero da ${min} a ${max}.`)

const MAX_PAGE = 10_000_000
/** A page past the end of the list is empty. */
export const pageNumber = emptyAsMissing(wholeNumber(1, MAX_PAGE).default(1))
