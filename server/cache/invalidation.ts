import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '#server/db/listen.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

const CHANNEL = 'piazza_change'
// The payload of a change of the settings; other changes have none.
const SETTINGS = 'settings'
const HEARTBEAT_MS = 400
// With the heartbeat's own delay, a response is never older than two seconds.
const TRUST_WINDOW_MS = 1_500

type Options = {
  db: Database
  /** Without a cache, only the settings are watched. */
  isCaching: boolean
  /** Reads the association's settings again. */
  loadSettings: () => Promise<void>
  /** Called after every change of public data, in any instance of the server. */
  invalidate: () => void
  /** Whether a listing has expired since then: that changes what is public without a write. */
  hasExpiredSince: (moment: Date) => Promise<boolean>
  report: (error: unknown) => void
}

/**
 * Calls `invalidate` when the database notifies of a change, and `loadSettings` before it when the settings have changed;
 * triggers notify on commit. A heartbeat goes through the same
 * channel: changes committed before it was sent have been received when it arrives.
 */
export const watchChanges = ({ db, isCaching, loadSettings, invalidate, hasExpiredSince, report }: Options) => {
  const instanceId = randomUUID()
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let receivedUpTo = Number.NEGATIVE_INFINITY
  let listener: ReturnType<typeof listen> | undefined
  let checkedAt = new Date()

  /** Pages are rendered with the settings, so the cache is cleared once the new ones are in memory. */
  const refreshSettings = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await loadSettings()
        return invalidate()
      } catch (error) {
        report(error)
        await sleep(HEARTBEAT_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  const onConnect = () => {
    invalidate()
    void refreshSettings()
  }

  const onMessage = (payload: string) => {
    if (payload === '') return invalidate()
    if (payload === SETTINGS) return void refreshSettings()
    const [sender, sentAt] = payload.split(' ')
    if (sender === instanceId) receivedUpTo = Number(sentAt)
  }

  const beat = async () => {
    // Monotonic: a clock set back must not make an old heartbeat look recent.
    const sentAt = performance.now()
    const since = checkedAt
    checkedAt = new Date()
    const [, hasExpired] = await Promise.all([
      db.execute(sql`select pg_notify(${CHANNEL}, ${`${instanceId} ${sentAt}`})`),
      // Overlaps the previous check, because the clocks of server and database differ.
      hasExpiredSince(new Date(since.getTime() - 2 * HEARTBEAT_MS)),
    ])
    if (hasExpired) invalidate()
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      await sleep(HEARTBEAT_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) await beat().catch(report)
    }
  }

  return {
    /** Whether all changes up to a moment ago have been received. */
    isTrusted: () => performance.now() - receivedUpTo < TRUST_WINDOW_MS,
    start() {
      listener ??= listen(db, CHANNEL, { onMessage, onConnect, onError: report })
      if (isCaching) running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
      receivedUpTo = Number.NEGATIVE_INFINITY
      await listener?.close()
    },
  }
}
