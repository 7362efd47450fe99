import type { Queries } from '#server/platform/db/pool.ts'

/** A decision to return the VAL of a request, as the payee reads it. */
export type ReturnDecision = { orderId: string; title: string; payeeId: string; reason: string; by: string }

/** What this area needs from areas that depend on it; server/services.ts connects them. */
export type ExchangeHooks = {
  /** Records the decision, to which the payee can object, and returns the path of its page. */
  recordReturn(tx: Queries, decision: ReturnDecision): Promise<string>
}
