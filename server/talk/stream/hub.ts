import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Member, Viewer } from '#domain/accounts/access.ts'
import { AppError, MESSAGES } from '#domain/base/errors.ts'
import { READY, RESET } from '#domain/talk/stream.ts'
import type { Database } from '#server/platform/db/pool.ts'
import { CHANNEL, type Position, type SentEvent, type StreamStore } from '#server/talk/stream/store.ts'

const HEARTBEAT_MS = 15_000
const RECHECK_MS = 5 * 60_000
const RETRY_MS = 250
const MEMBERS_AT_ONCE = 500
const EVENTS_AT_ONCE = 200
const MAX_STREAMS_PER_MEMBER = 20
// A client that does not read is disconnected. It resumes after its last event when it reconnects.
const MAX_UNSENT_BYTES = 256 * 1024

type Stream = {
  memberId: string
  session: string
  token: string
  /** The number of the last event sent. */
  sent: number
  response: ServerResponse
}
type Parts = {
  db: Pick<Database, 'heartbeat'>
  store: Pick<StreamStore, 'position' | 'after'>
  recognise: (token: string) => Promise<Viewer>
  report: (error: unknown) => void
}
export type StreamHub = ReturnType<typeof makeStreamHub>

const format = ({ id, event, data }: Pick<SentEvent, 'id' | 'event' | 'data'>): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Whether all events after this one are still stored. */
const isResumable = (after: number, { last, first }: Position): boolean =>
  after === last || (after < last && first !== null && first <= after + 1)

/** The open event streams of this instance. PostgreSQL notifications announce the members with new events. */
export const makeStreamHub = ({ db, store, recognise, report }: Parts) => {
  const streams = new Map<string, Set<Stream>>()
  const dirty = new Set<string>()
  let isFlushing = false
  let isClosing = false
  let unsubscribe: (() => void) | undefined
  const timers: NodeJS.Timeout[] = []

  const all = (): Stream[] => [...streams.values()].flatMap((ofMember) => [...ofMember])
  const forget = (stream: Stream): void => {
    const ofMember = streams.get(stream.memberId)
    ofMember?.delete(stream)
    if (ofMember?.size === 0) streams.delete(stream.memberId)
  }
  const end = (stream: Stream): void => {
    forget(stream)
    stream.response.end()
  }
  const send = (stream: Stream, text: string): void => {
    if (stream.response.writableLength > MAX_UNSENT_BYTES) {
      forget(stream)
      stream.response.destroy()
    } else stream.response.write(text)
  }

  const deliver = (events: SentEvent[]): void => {
    for (const event of events) {
      const text = format(event)
      for (const stream of streams.get(event.memberId) ?? []) {
        if (event.id <= stream.sent) continue
        stream.sent = event.id
        send(stream, text)
      }
    }
  }

  const flushSome = async (): Promise<void> => {
    const members = [...dirty].slice(0, MEMBERS_AT_ONCE)
    for (const memberId of members) dirty.delete(memberId)
    const wanted = members.flatMap((memberId) => {
      const sent = [...(streams.get(memberId) ?? [])].map((stream) => stream.sent)
      return sent.length > 0 ? [{ memberId, after: Math.min(...sent) }] : []
    })
    if (wanted.length === 0) return
    try {
      const events = await store.after(wanted, EVENTS_AT_ONCE)
      deliver(events)
      const counts = Object.groupBy(events, ({ memberId }) => memberId)
      for (const [memberId, own] of Object.entries(counts)) if (own?.length === EVENTS_AT_ONCE) dirty.add(memberId)
    } catch (error) {
      report(error)
      for (const memberId of members) dirty.add(memberId)
      await sleep(RETRY_MS)
    }
  }

  /** Runs one query at a time, so that the events of a member are sent in order. */
  const flush = async (): Promise<void> => {
    if (isFlushing) return
    isFlushing = true
    while (dirty.size > 0 && !isClosing) await flushSome()
    isFlushing = false
  }
  const markDirty = (memberIds: Iterable<string>): void => {
    for (const memberId of memberIds) dirty.add(memberId)
    void flush()
  }

  const recheck = async (some: Stream[]): Promise<void> => {
    for (const stream of some) {
      const viewer = await recognise(stream.token).catch(() => undefined)
      // Undefined while the database is unreachable: the stream stays open.
      if (viewer === null || viewer?.suspension) end(stream)
    }
  }

  const onMessage = (payload: string): void => {
    const [subject = '', id] = payload.split(' ')
    if (id === undefined) {
      if (streams.has(subject)) markDirty([subject])
    } else if (subject === 'session') {
      for (const stream of all().filter(({ session }) => session === id)) end(stream)
    } else void recheck([...(streams.get(id) ?? [])])
  }

  return {
    start() {
      const onConnect = () => {
        markDirty(streams.keys())
        void recheck(all())
      }
      unsubscribe = db.heartbeat.listen({ channel: CHANNEL, onMessage, onConnect })
      timers.push(
        setInterval(() => {
          for (const stream of all()) send(stream, ':\n\n')
        }, HEARTBEAT_MS),
        setInterval(() => void recheck(all()), RECHECK_MS),
      )
    },

    /** Sends the member's events from now on, or those after the event `after`. */
    async open(viewer: Member, token: string, after: number | undefined, begin: () => ServerResponse): Promise<void> {
      const position = await store.position(viewer.id)
      if (isClosing) throw new AppError('unavailable', MESSAGES.databaseUnavailable, { retryAfter: 1 })
      const isComplete = after === undefined || isResumable(after, position)
      const sent = after !== undefined && isComplete ? after : position.last
      const response = begin()
      // The client has already disconnected, so `close` would not be emitted any more.
      if (response.destroyed) return
      const stream: Stream = { memberId: viewer.id, session: viewer.session, token, sent, response }
      const ofMember = streams.get(viewer.id) ?? new Set()
      streams.set(viewer.id, ofMember.add(stream))
      const [oldest] = ofMember
      if (oldest && ofMember.size > MAX_STREAMS_PER_MEMBER) end(oldest)
      response.on('close', () => forget(stream))
      send(stream, format({ id: sent, event: isComplete ? READY : RESET, data: {} }))
      // Sends events that were committed while the stream was being opened.
      markDirty([viewer.id])
    },

    count: (): number => all().length,

    /** Ends all streams, so that the server can stop; clients resume at another instance. */
    close() {
      isClosing = true
      for (const stream of all()) end(stream)
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      unsubscribe?.()
    },
  }
}
