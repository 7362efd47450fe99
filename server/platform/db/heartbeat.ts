import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { join, type Sql, sql, toQuery } from '#server/platform/db/sql.ts'
import { DEPENDENCY_TIMEOUT_MS } from '#server/platform/timeouts.ts'

// Interval while the database or the response cache is in use.
const INTERVAL_MS = 500
// Interval while both are idle.
const REST_INTERVAL_MS = 5_000
// Shown in pg_stat_activity.
const NAME = 'piazza heartbeat'
const ANSWER_TICKS = 12
const TICK_MS = 100
// Makes the response long enough to detect a connection that transfers only a few bytes per second.
const PADDING = sql`repeat('-', 500)`

type Listener = {
  channel: string
  onMessage: (payload: string) => void
  /** Called after each connection and reconnection: earlier notifications may have been missed. */
  onConnect: () => void
}
type Question = {
  /** A scalar expression, evaluated in the statement of each heartbeat. */
  expression: () => Sql
  onAnswer: (value: unknown) => void
}
type OnBeat = (isAnswered: boolean) => void
type Unsubscribe = () => void

export type Heartbeat = ReturnType<typeof makeHeartbeat>

/** A database that reports an error still works: with a full disk, NOTIFY fails but reads succeed. */
const acceptErrorResponse = (error: unknown): void => {
  if (!(error instanceof pg.DatabaseError && error.severity === 'ERROR')) throw error
}

/** Counts ticks instead of time, so that a blocked event loop of this process does not count as a timeout of the database. */
const answersInTime = async (answer: Promise<unknown>): Promise<boolean> => {
  const outcome = answer.then(
    () => true,
    () => false,
  )
  let answered: boolean | undefined
  for (let tick = 0; tick < ANSWER_TICKS && answered === undefined; tick++)
    answered = await Promise.race([outcome, sleep(TICK_MS, undefined)])
  return answered ?? false
}

/**
 * Runs a statement at regular intervals, on the one connection of this process that listens to notifications. Its response
 * shows that the database works; the notification that it sends to itself shows that all earlier ones have been received.
 */
export const makeHeartbeat = (openClient: (options: pg.ClientConfig) => Promise<pg.Client>) => {
  const ownChannel = `piazza_heartbeat_${randomUUID()}`
  const stopping = new AbortController()
  const listeners = new Set<Listener>()
  const questions = new Set<Question>()
  const watchers = new Set<OnBeat>()
  let client: pg.Client | undefined
  let listening = new Set<Listener>()
  let beats = 0
  let lastHeard = ''
  let receivedUpTo = Number.NEGATIVE_INFINITY
  let restMs = REST_INTERVAL_MS
  let requested = Promise.withResolvers<void>()
  let running: Promise<void> | undefined

  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined)

  const onNotification = ({ channel, payload = '' }: pg.Notification): void => {
    if (channel === ownChannel) lastHeard = payload
    for (const listener of listening) if (listener.channel === channel) listener.onMessage(payload)
  }

  const open = async (beat: number): Promise<pg.Client> => {
    const opened = await openClient({ application_name: NAME, query_timeout: DEPENDENCY_TIMEOUT_MS })
    if (beat !== beats || stopping.signal.aborted) {
      void opened.end()
      throw new Error('the connection was opened too late')
    }
    listening = new Set()
    opened.on('notification', onNotification)
    opened.once('end', () => {
      if (client !== opened) return
      client = undefined
      requested.resolve()
    })
    client = opened
    return opened
  }

  const listenToNew = async (current: pg.Client): Promise<void> => {
    const added = [...listeners].filter((listener) => !listening.has(listener))
    if (added.length === 0) return
    const channels = new Set([ownChannel, ...added.map(({ channel }) => channel)])
    await current.query([...channels].map((channel) => `listen ${pg.escapeIdentifier(channel)}`).join('; '))
    for (const listener of added) {
      listening.add(listener)
      listener.onConnect()
    }
  }

  const beat = async (): Promise<void> => {
    // A monotonic clock: setting the system clock back must not make an old heartbeat look recent.
    const sentAt = performance.now()
    const number = ++beats
    restMs = REST_INTERVAL_MS
    const current = client ?? (await open(number))
    await listenToNew(current)
    const asked = [...questions]
    const notify = listening.size > 0 ? [sql`pg_notify(${ownChannel}, ${String(number)})`] : []
    const columns = [...asked.map(({ expression }) => sql`(${expression()})`), PADDING, ...notify]
    const { rows } = await current.query<unknown[]>({
      ...toQuery(sql`select ${join(columns)}`, false),
      rowMode: 'array',
    })
    if (current !== client) return
    for (const [index, question] of asked.entries()) if (questions.has(question)) question.onAnswer(rows[0]?.[index])
    // The notification arrives before the end of the response.
    if (lastHeard === String(number)) receivedUpTo = sentAt
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      requested = Promise.withResolvers()
      const isAnswered = await answersInTime(beat().catch(acceptErrorResponse))
      if (stopping.signal.aborted) break
      if (!isAnswered) {
        void client?.end()
        client = undefined
      }
      for (const onBeat of watchers) onBeat(isAnswered)
      await pause(INTERVAL_MS)
      if (isAnswered) await Promise.race([requested.promise, pause(restMs - INTERVAL_MS)])
    }
    void client?.end()
  }

  const subscribe = <T>(subscriptions: Set<T>, added: T): Unsubscribe => {
    subscriptions.add(added)
    requested.resolve()
    running ??= run()
    return () => subscriptions.delete(added)
  }

  return {
    listen: (listener: Listener): Unsubscribe => {
      const unsubscribe = subscribe(listeners, listener)
      return () => {
        unsubscribe()
        listening.delete(listener)
      }
    },
    ask: (question: Question): Unsubscribe => subscribe(questions, question),
    /** Called after each heartbeat. */
    watch: (onBeat: OnBeat): Unsubscribe => subscribe(watchers, onBeat),
    /** Requests the next heartbeat after the shorter interval, because the database is in use. */
    request: (): void => requested.resolve(),
    /** To be called in `onAnswer`: runs the next heartbeat after this time at the latest. */
    within: (milliseconds: number): void => {
      restMs = Math.min(restMs, Math.max(milliseconds, INTERVAL_MS))
    },
    /** Whether all changes committed up to this many milliseconds ago have been received. */
    isCurrent: (milliseconds: number): boolean => {
      requested.resolve()
      return performance.now() - receivedUpTo < milliseconds
    },
    async stop(): Promise<void> {
      stopping.abort()
      await running
      receivedUpTo = Number.NEGATIVE_INFINITY
    },
  }
}
