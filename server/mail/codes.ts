import { createHash, randomBytes } from 'node:crypto'

/** What a link in a mail carries: chance that nobody guesses. Only its hash is kept. */
export const newCode = (): string => randomBytes(32).toString('base64url')
export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest()
