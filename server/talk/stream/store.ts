import type { StreamEventName, StreamEvents } from '#domain/talk/stream.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export const CHANNEL = 'piazza_stream'

export type NewEvent = { memberId: string; event: StreamEventName; data: StreamEvents[StreamEventName] }
export type StoredEvent = { memberId: string; id: number; event: string; data: object }
/** `first` is the oldest stored event; null if none is stored. */
export type Position = { last: number; first: number | null }

export type StreamStore = ReturnType<typeof makeStreamStore>

export const makeStreamStore = (db: Database) => ({
  /** Numbers the events of each member, locked in the order of their ids, and notifies all instances of the server on commit. */
  async add(tx: Queries, events: NewEvent[], at: Date): Promise<void> {
    await tx.execute(sql`
      with new as (
        select * from rows from (jsonb_to_recordset(${JSON.stringify(events)}) as ("memberId" uuid, event text, data jsonb))
          with ordinality as e (member_id, event, data, place)),
      next as (
        insert into stream_cursor as c (member_id, last)
        select member_id, count(*) from new group by member_id order by member_id
        on conflict (member_id) do update set last = c.last + excluded.last returning member_id, last)
      insert into stream_event (member_id, id, event, data, created_at)
      select member_id, last + row_number() over own - count(*) over (partition by member_id), event, data, ${at}
      from new join next using (member_id) window own as (partition by member_id order by place)
      returning pg_notify(${CHANNEL}, member_id::text)`)
  },

  async position(memberId: string): Promise<Position> {
    const row = await db.first<Position>(sql`
      select (select last from stream_cursor where member_id = ${memberId}) as last,
        (select min(id) from stream_event where member_id = ${memberId}) as first`)
    return { last: row?.last ?? 0, first: row?.first ?? null }
  },

  /** The next events of each member after the given number, in order. */
  after: (wanted: { memberId: string; after: number }[], limit: number): Promise<StoredEvent[]> =>
    db.query<StoredEvent>(sql`
      select w.member_id as "memberId", e.id, e.event, e.data
      from unnest(${wanted.map(({ memberId }) => memberId)}::uuid[], ${wanted.map(({ after }) => after)}::bigint[])
        as w (member_id, after)
      cross join lateral (
        select id, event, data from stream_event
        where member_id = w.member_id and id > w.after order by id limit ${limit}) as e
      order by w.member_id, e.id`),

  async removeOf(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from stream_event where member_id = ${memberId}`)
  },

  /** Events of these members about the threads, which contain messages. */
  async removeAbout(tx: Queries, memberIds: string[], threadIds: string[]): Promise<void> {
    await tx.execute(sql`
      delete from stream_event where member_id = any(${memberIds}::uuid[]) and data->>'thread' = any(${threadIds}::text[])`)
  },

  removeOlderThan: (moment: Date): Promise<number> =>
    db.execute(sql`delete from stream_event where created_at < ${moment}`),
})
