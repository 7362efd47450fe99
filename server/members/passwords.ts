import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#domain/errors.ts'
import { ACCOUNT_MESSAGES } from '#domain/member-terms.ts'

// The library's number for argon2id; its own name for it is a type only.
const ARGON2ID = 2
// What its hashes begin with; anything else in its place is no password at all.
const HASH_MARK = '$argon2id$'
// What OWASP asks of argon2id at the least: about a hundredth of a second here.
const COST = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

// Hashing takes a processor whole: half of them are left to everything else, however many sign in at once.
const AT_ONCE = Math.max(1, Math.floor(availableParallelism() / 2))
const WAITING_AT_MOST = 200
const RETRY_SECONDS = 2

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** Does a few jobs at a time, lets some wait, and turns the rest away at once. */
export const makeQueue = (atOnce: number, waitingAtMost: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new AppError('away', ACCOUNT_MESSAGES.busy, RETRY_SECONDS)
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await job()
    } finally {
      // The place passes to the first who waits, so that nobody new slips in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

export type Passwords = ReturnType<typeof makePasswords>

export const makePasswords = () => {
  const queue = makeQueue(AT_ONCE, WAITING_AT_MOST)
  // Nobody's password, for addresses that nobody has: the same work, and never a match.
  let nobodys: Promise<string> | undefined
  return {
    hash: (password: string): Promise<string> => queue(() => hashPassword(password)),

    /** Whether a password is the one behind a hash; takes as long when there is no hash. */
    matches: (passwordHash: string | undefined, password: string): Promise<boolean> =>
      queue(async () => {
        nobodys ??= hashPassword(randomBytes(16).toString('hex'))
        const known = passwordHash?.startsWith(HASH_MARK) ? passwordHash : undefined
        const right = await verify(known ?? (await nobodys), password)
        return right && known !== undefined
      }),
  }
}
