import { createHash } from 'node:crypto'
import { DAY_MS } from '#domain/base/dates.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { IDEMPOTENCY_DAYS } from '#domain/base/idempotency.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { IdempotencyStore, KeyOfCall } from '#server/platform/idempotency/store.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'

type Request = Omit<KeyOfCall, 'key'> & {
  /** Undefined: not repeatable. */
  key: string | undefined
  /** What is asked for, as parsed; without what only allows it, such as a password or the total that was seen. */
  body: unknown
}
/** Reads what an earlier request with the same key made. */
type Read<T> = (id: string, tx?: Queries) => Promise<T | undefined>

export type Idempotency = ReturnType<typeof makeIdempotency>
export type Once<T> = {
  /** What the same request made before. Refused if the key was used with another body. */
  find(tx?: Queries): Promise<T | undefined>
  /** What the same request made before, or what `make` makes now and stores with `store`. */
  answer(make: () => Promise<T>): Promise<T>
  /** Runs `make` in its transaction, unless the same request has committed before; a concurrent one is waited for. */
  store(tx: Queries, make: () => Promise<T>): Promise<T>
}

const hashOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

/** The same key of the same member and call with the same body makes one thing; with another body it is refused. */
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
          // A concurrent request with the same key may have taken the last piece.
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
    deleteExpired: () => store.removeOlderThan(new Date(now().getTime() - IDEMPOTENCY_DAYS * DAY_MS)),
  } satisfies PersonalData,
})
