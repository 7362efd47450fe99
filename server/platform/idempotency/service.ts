import { createHash } from 'node:crypto'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { IDEMPOTENCY_DAYS } from '#domain/base/idempotency.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { IdempotencyStore, KeyOfCall } from '#server/platform/idempotency/store.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

type Request = Omit<KeyOfCall, 'key'> & {
  /** If undefined, every request is executed. */
  key: string | undefined
  /** The parsed input, without fields that only authorise it, such as a password or the total that the member saw. */
  body: unknown
}
/** Reads the result of an earlier request with the same key. */
type Read<T> = (id: string, tx?: Queries) => Promise<T | undefined>

export type Idempotency = ReturnType<typeof makeIdempotency>
export type Once<T> = {
  /** Returns the result of an earlier request with the same key. Throws if its body was different. */
  find(tx?: Queries): Promise<T | undefined>
  /** Returns the result of an earlier request with the same key, or runs `make`, which must use `store`. */
  answer(make: () => Promise<T>): Promise<T>
  /** Runs `make` in its transaction, unless a request with the same key has committed. Waits for a concurrent one. */
  store(tx: Queries, make: () => Promise<T>): Promise<T>
}

const hashOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** Executes requests with the same member, call, key and body once; a different body with the same key is refused. */
export const makeIdempotency = (store: IdempotencyStore, now: () => Date) => ({
  once<T extends { id: string }>({ memberId, call, key, body }: Request, read: Read<T>): Once<T> {
    if (key === undefined) return { find: async () => undefined, answer: (make) => make(), store: (_, make) => make() }
    const keyOfCall = { memberId, call, key }
    const bodyHash = hashOf(body)

    const find = async (tx?: Queries): Promise<T | undefined> => {
      const stored = await store.find(keyOfCall, tx)
      if (!stored) return undefined
      if (stored.bodyHash !== null && stored.bodyHash !== bodyHash)
        throw new AppError('conflict', MESSAGES.idempotencyKeyReused)
      const made = await read(stored.resultId, tx)
      if (!made) throw new AppError('notFound', MESSAGES.pageNotFound)
      return made
    }

    return {
      find,
      async answer(make) {
        const before = await find()
        if (before) return before
        try {
          return await make()
        } catch (error) {
          // A concurrent request with the same key may have succeeded, and taken the last item in stock.
          const isRefused = error instanceof AppError && error.kind !== 'unavailable'
          const concurrent = isRefused ? await find() : undefined
          if (!concurrent) throw error
          return concurrent
        }
      },
      async store(tx, make) {
        await store.lock(tx, keyOfCall)
        const before = await find(tx)
        if (before) return before
        const made = await make()
        await store.add(tx, keyOfCall, { bodyHash, resultId: made.id }, now())
        return made
      },
    }
  },

  release: store.release,

  personalData: {
    tables: ['idempotency'],
    erase: (tx, { id }) => store.removeOf(tx, id),
    deleteExpired: (at) => store.removeOlderThan(new Date(at.getTime() - IDEMPOTENCY_DAYS * DAY_MS)),
  } satisfies PersonalData,
})
