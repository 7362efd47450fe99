import type { BlocksStore } from '#server/blocks/store.ts'
import type { Queries } from '#server/db/pool.ts'

export type Blocks = ReturnType<typeof makeBlocks>

/** Checks of blocks, for every call that brings two members together. Separate from blocking.ts, which needs members. */
export const makeBlocks = (store: BlocksStore) => ({
  /** Whether one of the two has blocked the other. The answer to them must not tell: as if the other were not there. */
  areBlocked: (tx: Queries, one: string, other: string): Promise<boolean> => store.areBlocked(tx, one, other),

  blockedWith: (tx: Queries, memberId: string): Promise<string[]> => store.blockedWith(tx, memberId),

  /** For the deletion of an account. */
  removeOf: (tx: Queries, memberId: string): Promise<void> => store.removeOf(tx, memberId),
})
