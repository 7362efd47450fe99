import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { AppError } from '#domain/base/errors.ts'
import { limitConcurrency } from '#server/platform/queue.ts'
import { DEPENDENCY_TIMEOUT_MS } from '#server/platform/timeouts.ts'

export type Passwords = ReturnType<typeof makePasswords>

// The library exports its number for argon2id only as a type.
const ARGON2ID = 2
// The minimum that OWASP recommends: about 10 ms of one processor core.
const HASH_OPTIONS = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const HASH_PREFIX = '$argon2id$'

// One hash at a time leaves the other cores to the requests.
export const HASHING_LIMITS = { concurrency: 1, maxQueued: 100, maxWaitMs: DEPENDENCY_TIMEOUT_MS }
const RETRY_SECONDS = 2

export const limitHashing = (limits: typeof HASHING_LIMITS) =>
  limitConcurrency({
    ...limits,
    refusal: () => new AppError('unavailable', ACCOUNT_MESSAGES.busy, { retryAfter: RETRY_SECONDS }),
  })

// One queue for the process, because it limits the processor.
const queued = limitHashing(HASHING_LIMITS)

export const hashPassword = (password: string): Promise<string> => queued(() => hash(password, HASH_OPTIONS))

export const makePasswords = () => {
  // Matches no password. Verified for unknown addresses, so that they take as long as known ones.
  let dummyHash: Promise<string> | undefined
  return {
    hash: hashPassword,

    /** Whether a password matches a hash; takes as long when there is no hash. */
    async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
      dummyHash ??= hash(randomBytes(16).toString('hex'), HASH_OPTIONS)
      const known = passwordHash?.startsWith(HASH_PREFIX) ? passwordHash : undefined
      const compared = known ?? (await dummyHash)
      const isRight = await queued(() => verify(compared, password))
      return isRight && known !== undefined
    },
  }
}
