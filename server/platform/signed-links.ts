import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs fields for one purpose: a signature counts for no other. */
export const signFields = (secret: string, purpose: string, fields: string[]): Buffer =>
  createHmac('sha256', secret)
    .update([purpose, ...fields].join(' '))
    .digest()

// Without the separators of code and signed text, so that no other fields have the same signature.
const FIELD = /^[\w-]+$/

/** Codes of links that are signed instead of stored: some fields and their signature. */
export const makeSignedLinks = (secret: string, purpose: string) => ({
  issue: (...fields: string[]): string =>
    [...fields, signFields(secret, purpose, fields).toString('base64url')].join('.'),

  /** The fields of a genuine code. */
  read(code: string): string[] | undefined {
    const fields = code.split('.')
    const given = Buffer.from(fields.pop() ?? '', 'base64url')
    const expected = signFields(secret, purpose, fields)
    const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
    return isGenuine && fields.every((field) => FIELD.test(field)) ? fields : undefined
  },
})
