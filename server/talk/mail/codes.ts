import { createHash, randomBytes } from 'node:crypto'

/** The random code of a link in a mail. Only its hash is stored. */
export const newCode = (): string => randomBytes(32).toString('base64url')
export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest()
