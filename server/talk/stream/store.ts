import type { StreamEventName, StreamEvents } from '#domain/talk/stream.ts'
import { THREAD_MESSAGES } from '#domain/talk/threads.ts'
import type { Database, Queries } from '#server/platform/db/pool.ts'
import { sql } from '#server/platform/db/sql.ts'

export const CHANNEL = 'piazza_stream'

/** Without the text of a message, which is read when the event is sent: it may be withheld or erased before that. */
export type StoredData<Data> = Omit<Data, 'text'>
export type NewEvent = { memberId: string; event: StreamEventName; data: StoredData<StreamEvents[StreamEventName]> }
export type SentEvent = { memberId: string; id: number; event: string; data: object }
/** `last` is the number of the newest event, `first` that of the oldest stored one; null if none is stored. */
export type Position = { last: number; first: number | null }

export type StreamStore = ReturnType<typeof makeStreamStore>

export const makeStreamStore = (db: Database) => ({
  /** Numbers the events of each member and notifies all instances on commit. Cursors are locked in the order of member ids. */
  async add(tx: Queries, events: NewEvent[], at: Date): Promise<void> {
    await tx.execute(sql`
      with new as (
        select * from rows from (jsonb_to_recordset(${JSON.stringify(events)}) as ("memberId" uuid, event text, data jsonb))
          with ordinality as e (member_id, event, data, position)),
      next as (
        insert into stream_cursor as c (member_id, last)
        select member_id, count(*) from new group by member_id order by member_id
        on conflict (member_id) do update set last = c.last + excluded.last returning member_id, last)
      insert into stream_event (member_id, id, event, data, created_at)
      select member_id, last + row_number() over own - count(*) over (partition by member_id), event, data, ${at}
      from new join next using (member_id) window own as (partition by member_id order by position)
      returning pg_notify(${CHANNEL}, member_id::text)`)
  },

  async position(memberId: string): Promise<Position> {
    const row = await db.first<Position>(sql`
      select (select last from stream_cursor where member_id = ${memberId}) as last,
        (select min(id) from stream_event where member_id = ${memberId}) as first`)
    return { last: row?.last ?? 0, first: row?.first ?? null }
  },

  /** Returns the next events of each member after the given number, in order, without events of erased messages. */
  after: (wanted: { memberId: string; after: number }[], limit: number): Promise<SentEvent[]> =>
    db.query<SentEvent>(sql`
      select w.member_id as "memberId", e.id, e.event, e.data
      from unnest(${wanted.map(({ memberId }) => memberId)}::uuid[], ${wanted.map(({ after }) => after)}::bigint[])
        as w (member_id, after)
      cross join lateral (
        select s.id, s.event, case when m.id is null then s.data else s.data || jsonb_build_object('text',
          case when m.withheld then ${THREAD_MESSAGES.withheld}::text else m.text end) end as data
        from stream_event s left join message m on s.event = 'message' and m.id = (s.data->>'_id')::uuid
        where s.member_id = w.member_id and s.id > w.after and (s.event <> 'message' or m.id is not null)
        order by s.id limit ${limit}) as e
      order by w.member_id, e.id`),

  async removeOf(tx: Queries, memberId: string): Promise<void> {
    await tx.execute(sql`delete from stream_event where member_id = ${memberId}`)
  },

  removeOlderThan: (moment: Date): Promise<number> =>
    db.execute(sql`delete from stream_event where created_at < ${moment}`),
})
