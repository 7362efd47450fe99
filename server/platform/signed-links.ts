import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs fields for one purpose; the signature is not valid for another. */
export const signFields = (secret: string, purpose: string, fields: string[]): Buffer =>
  createHmac('sha256', secret)
    .update([purpose, ...fields].join(' '))
    .digest()

// Excludes the separators of the code and of the signed text, so that different fields never have the same signature.
const FIELD = /^[\w-]+$/

/** Codes for links that are not stored: the fields and their signature. */
export const makeSignedLinks = (secret: string, purpose: string) => ({
  issue: (...fields: string[]): string =>
    [...fields, signFields(secret, purpose, fields).toString('base64url')].join('.'),

  /** Returns the fields; undefined if the signature is not valid. */
  read(code: string): string[] | undefined {
    const fields = code.split('.')
    const given = Buffer.from(fields.pop() ?? '', 'base64url')
    const expected = signFields(secret, purpose, fields)
    const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
    return isGenuine && fields.every((field) => FIELD.test(field)) ? fields : undefined
  },
})
