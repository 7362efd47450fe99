import type { Queries } from '#server/db/pool.ts'
import type { ChangeStore } from '#server/orders/change-store.ts'

const BATCH = 500

/** Requests to take part in events. */
export const makeEventRequests = (store: Pick<ChangeStore, 'moveEvent' | 'concludeOverEvents'>, now: () => Date) => ({
  /** Open requests follow the times of the event. */
  move: (tx: Queries, listingId: string, times: { startsAt: Date | null; endsAt: Date | null }): Promise<void> =>
    store.moveEvent(tx, listingId, times),

  /** Concludes the open requests whose events are all over. */
  async concludeOver(stopping?: AbortSignal): Promise<void> {
    while (!stopping?.aborted && (await store.concludeOverEvents(now(), BATCH)) === BATCH);
  },
})
export type EventRequests = ReturnType<typeof makeEventRequests>
