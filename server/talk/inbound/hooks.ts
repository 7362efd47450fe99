import type { Member } from '#domain/accounts/access.ts'
import type { OrderView } from '#domain/exchange/orders.schema.ts'
import type { Queries } from '#server/platform/db/pool.ts'

/** What replies by mail need from areas that depend on this one; server/services.ts connects them. */
export type InboundHooks = {
  /** The member as if signed in, and the verified address; undefined without an active account. */
  findSender(memberId: string): Promise<{ viewer: Member; email: string } | undefined>
  members: { contacts(tx: Queries, ids: string[]): Promise<Map<string, unknown>> }
  orders: { get(id: string, viewer: Member): Promise<OrderView> }
  steps: {
    take(
      step: 'accept' | 'cancel',
      id: string,
      viewer: Member,
      details: { terms?: { val: number; euro: number } },
    ): Promise<string>
  }
}
