import type { Call } from '#server/http/call.ts'

/** Calls of ours that the specification does not name. */
export const ownCalls = (): Call[] => []
