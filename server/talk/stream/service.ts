import { HOUR_MS } from '#domain/base/dates.ts'
import type { StreamEventName, StreamEvents } from '#domain/talk/stream.ts'
import type { Queries } from '#server/platform/db/pool.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import type { NewEvent, StreamStore } from '#server/talk/stream/store.ts'

export type StreamPublisher = ReturnType<typeof makeStreamPublisher>

/** Adds events to the streams of members; hub.ts sends them. */
export const makeStreamPublisher = (store: StreamStore, now: () => Date) => {
  const waiting = new WeakMap<object, NewEvent[]>()

  /** The events of a transaction, added together at its end: the members' numbers are locked in one order. */
  const eventsOf = (tx: Queries): NewEvent[] => {
    if (!tx.beforeCommit) throw new Error('events are published in a transaction')
    const known = waiting.get(tx.beforeCommit)
    if (known) return known
    const events: NewEvent[] = []
    waiting.set(tx.beforeCommit, events)
    tx.beforeCommit.push(() => store.add(tx, events, now()))
    return events
  }

  return {
    /** In the transaction of what is told. */
    publish<Name extends StreamEventName>(tx: Queries, members: string[], event: Name, data: StreamEvents[Name]): void {
      eventsOf(tx).push(...members.map((memberId) => ({ memberId, event, data })))
    },

    removeAbout: store.removeAbout,

    /** Events repeat what other subjects export. */
    personalData: {
      tables: ['stream_cursor', 'stream_event'],
      erase: (tx, { id }) => store.removeOf(tx, id),
      deleteExpired: () => store.removeOlderThan(new Date(now().getTime() - HOUR_MS)),
    } satisfies PersonalData,
  }
}
