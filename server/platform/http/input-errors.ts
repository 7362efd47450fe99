import type { z } from 'zod'
import { type FieldErrors, MESSAGES } from '#domain/base/errors.ts'

const THIS_FIELD = 'Questo campo'
const MAX_ERRORS = 50

const TYPES: Record<string, string> = {
  string: 'un testo',
  number: 'un numero',
  int: 'un numero intero',
  boolean: 'vero o falso',
  array: 'un elenco',
  object: 'un oggetto',
  record: 'un oggetto',
}
const UNITS: Record<string, string> = { string: 'caratteri', array: 'elementi', set: 'elementi' }

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]
type Size = Pick<Extract<RawIssue, { code: 'too_small' | 'too_big' }>, 'origin'>

const limitOf = (limit: number | bigint, { origin }: Size): string => {
  const unit = UNITS[origin]
  return unit ? `avere ${limit} ${unit}` : `essere ${limit}`
}

const predicateOf = (issue: RawIssue): string => {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'manca.'
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ? `deve essere ${TYPES[issue.expected]}.` : 'non è valido.'
    case 'too_small':
      return `deve almeno ${limitOf(issue.minimum, issue)}.`
    case 'too_big':
      return `può al massimo ${limitOf(issue.maximum, issue)}.`
    case 'invalid_value':
      return `deve essere uno di questi: ${issue.values.map((value) => `«${String(value)}»`).join(', ')}.`
    case 'unrecognized_keys':
      return `non prevede ${issue.keys.map((key) => `«${key}»`).join(', ')}.`
    default:
      return 'non è valido.'
  }
}

/** For rules without a sentence of their own. The sentence begins with `THIS_FIELD`, which a message replaces by its name. */
export const genericSentence: z.core.$ZodErrorMap = (issue) => `${THIS_FIELD} ${predicateOf(issue)}`

const isGeneric = ({ message }: z.core.$ZodIssue): boolean => message.startsWith(THIS_FIELD)

/** A union fails with an issue for each alternative: the first with a sentence of its own tells what is wrong. */
const resolve = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union' || !isGeneric(issue)) return issue
  const alternatives = issue.errors.flat().map(resolve)
  const own = alternatives.find((alternative) => !isGeneric(alternative))
  return own ? { ...own, path: [...issue.path, ...own.path] } : issue
}

const messageOf = (issue: z.core.$ZodIssue): string => {
  if (!isGeneric(issue)) return issue.message
  const field = issue.path.join('.')
  return field ? issue.message.replace(THIS_FIELD, `Il campo «${field}»`) : MESSAGES.malformed
}

/** What the answer to a refused input says: the first sentence, and the first one of each field. */
export const explain = (found: readonly z.core.$ZodIssue[]): { message: string; errors: FieldErrors | undefined } => {
  const issues = found.map(resolve)
  const errors = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = path.join('.')
    if (field && !errors.has(field) && errors.size < MAX_ERRORS) errors.set(field, message)
  }
  const [first] = issues
  return {
    message: first ? messageOf(first) : MESSAGES.malformed,
    errors: errors.size > 0 ? Object.fromEntries(errors) : undefined,
  }
}
