import { HOUR_MS } from '#domain/base/dates.ts'
import type { StreamEventName, StreamEvents } from '#domain/talk/stream.ts'
import { beforeCommit } from '#server/platform/db/before-commit.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { NewEvent, StoredData, StreamStore } from '#server/talk/stream/store.ts'

export type StreamPublisher = ReturnType<typeof makeStreamPublisher>

/** Adds events to the streams of members; hub.ts sends them. */
export const makeStreamPublisher = (store: StreamStore, now: () => Date) => {
  const add = beforeCommit<NewEvent>((tx, events) => store.add(tx, events, now()))

  return {
    /** Call in the transaction that makes the change; the events are added before it commits. */
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

    /** Not exported, because events repeat data that other modules export. */
    personalData: {
      tables: ['stream_cursor', 'stream_event'],
      erase: (tx, { id }) => store.removeOf(tx, id),
      deleteExpired: (at) => store.removeOlderThan(new Date(at.getTime() - HOUR_MS)),
    } satisfies PersonalData,
  }
}
