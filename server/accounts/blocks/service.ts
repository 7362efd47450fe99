import type { BlocksStore } from '#server/accounts/blocks/store.ts'

/** Checks whether two members have blocked each other. Separate from blocking.ts, which depends on the members service. */
export type Blocks = BlocksStore
