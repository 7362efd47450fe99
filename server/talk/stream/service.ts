import { HOUR_MS } from '#domain/base/dates.ts'
import type { StreamEventName, StreamEvents } from '#domain/talk/stream.ts'
import { beforeCommit } from '#server/platform/db/before-commit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { NewEvent, StoredData, StreamStore } from '#server/talk/stream/store.ts'

export type StreamPublisher = ReturnType<typeof makeStreamPublisher>

/** Adds events to the streams of members; hub.ts sends them. */
export const makeStreamPublisher = (store: StreamStore, now: () => Date) => {
  const add = beforeCommit<NewEvent>((tx, events) => store.add(tx, events, now()))

  return {
    /** In the transaction of what is told. */
    publish<Name extends StreamEventName>(
      tx: Queries,
      members: string[],
      event: Name,
      data: StoredData<StreamEvents[Name]>,
    ): void {
      add(
        tx,
        members.map((memberId) => ({ memberId, event, data })),
      )
    },

    removeOf: (tx: Queries, memberId: string): Promise<void> => store.removeOf(tx, memberId),
    deleteExpired: (): Promise<number> => store.removeOlderThan(new Date(now().getTime() - HOUR_MS)),
  }
}
