import type { BlocksStore } from '#server/accounts/blocks/store.ts'

/** Checks of blocks, for every call that brings two members together. Separate from blocking.ts, which needs members. */
export type Blocks = BlocksStore
