import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { ACCOUNT_MESSAGES } from '#domain/accounts/members.ts'
import { AppError } from '#domain/base/errors.ts'
import { limitConcurrency } from '#server/platform/queue.ts'
import { DEPENDENCY_TIMEOUT_MS } from '#server/platform/timeouts.ts'

export type Passwords = ReturnType<typeof makePasswords>

// The library exports the id of argon2id only as a type.
const ARGON2ID = 2
// The minimum that OWASP recommends; takes about 10 ms of one core.
const HASH_OPTIONS = { algorithm: ARGON2ID, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const HASH_PREFIX = '$argon2id$'

// One hash at a time, so that the other cores stay free for requests.
export const HASHING_LIMITS = { concurrency: 1, maxQueued: 100, maxWaitMs: DEPENDENCY_TIMEOUT_MS }
const RETRY_SECONDS = 2

export const limitHashing = (limits: typeof HASHING_LIMITS) =>
  limitConcurrency({
    ...limits,
    refusal: () => new AppError('unavailable', ACCOUNT_MESSAGES.busy, { retryAfter: RETRY_SECONDS }),
  })

// One queue for the whole process, because it limits CPU time.
const queued = limitHashing(HASHING_LIMITS)

export const hashPassword = (password: string): Promise<string> => queued(() => hash(password, HASH_OPTIONS))

export const makePasswords = () => {
  // Matches no password. Compared for unknown addresses, so that the response takes as long as for known ones.
  let dummyHash: Promise<string> | undefined
  return {
    hash: hashPassword,

    /** Whether the password matches the hash. Takes as long when there is no hash. */
    async matches(passwordHash: string | undefined, password: string): Promise<boolean> {
      dummyHash ??= hash(randomBytes(16).toString('hex'), HASH_OPTIONS)
      const known = passwordHash?.startsWith(HASH_PREFIX) ? passwordHash : undefined
      const compared = known ?? (await dummyHash)
      const isRight = await queued(() => verify(compared, password))
      return isRight && known !== undefined
    },
  }
}
