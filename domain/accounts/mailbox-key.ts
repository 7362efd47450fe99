import { identityKey } from '#domain/accounts/members.schema.ts'

// Providers whose mailboxes ignore dots in the local part.
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** The same for addresses that usually lead to the same mailbox: without what follows a plus sign, and without dots at Gmail. */
export const mailboxKey = (email: string): string => {
  const key = identityKey(email)
  const at = key.lastIndexOf('@')
  const [name, host] = [key.slice(0, at).replace(/\+.*$/, ''), key.slice(at + 1)]
  return DOTLESS.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
