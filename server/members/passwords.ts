import { randomBytes } from 'node:crypto'
import { HASH_MARK } from '#server/members/hash-cost.ts'
import { hashPassword, verifyPassword } from '#server/members/hashing.ts'

export type Passwords = ReturnType<typeof makePasswords>

export const makePasswords = () => {
  // Nobody's password, for addresses that nobody has: the same work, and never a match.
  let nobodys: Promise<string> | undefined
  return {
    hash: hashPassword,

    /** Whether a password is the one behind a hash; takes as long when there is no hash. */
    async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
      nobodys ??= hashPassword(randomBytes(16).toString('hex'))
      const known = passwordHash?.startsWith(HASH_MARK) ? passwordHash : undefined
      const right = await verifyPassword(known ?? (await nobodys), password)
      return right && known !== undefined
    },
  }
}
