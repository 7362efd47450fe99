import type { StreamEventName, StreamEvents } from '#domain/stream.ts'
import type { Queries } from '#server/db/pool.ts'
import type { StreamStore } from '#server/stream/store.ts'

const HOUR_MS = 60 * 60 * 1000

export type StreamPublisher = ReturnType<typeof makeStreamPublisher>

/** Adds events to the streams of members; hub.ts sends them. */
export const makeStreamPublisher = (store: StreamStore, now: () => Date) => ({
  /** In the transaction of what is told. */
  publish: <Name extends StreamEventName>(
    tx: Queries,
    members: string[],
    event: Name,
    data: StreamEvents[Name],
  ): Promise<void> => store.add(tx, members, event, data, now()),

  removeOf: (tx: Queries, memberId: string): Promise<void> => store.removeOf(tx, memberId),
  removeAbout: (tx: Queries, members: string[], threads: string[]): Promise<void> =>
    store.removeAbout(tx, members, threads),
  deleteExpired: (): Promise<number> => store.removeOlderThan(new Date(now().getTime() - HOUR_MS)),
})
