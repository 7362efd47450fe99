import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/db/pool.ts'
import type { Sql } from '#server/platform/db/sql.ts'

const CHANNEL = 'piazza_change'
// The payload of the notification for a change of the settings; other changes have none.
const SETTINGS = 'settings'
const RETRY_MS = 500
// Plus the time to respond, a response is never older than two seconds.
const TRUST_WINDOW_MS = 1_500

type Options = {
  db: Database
  /** If false, only the settings are watched. */
  isCaching: boolean
  /** Reloads the association's settings. */
  loadSettings: () => Promise<void>
  /** Called after every change of public data, in any instance of the server. */
  invalidate: () => void
  /** An expression whose value changes when public data changes without a write, as time passes. */
  timedChanges: () => Sql
  report: (error: unknown) => void
}

/**
 * Calls `invalidate` on every change notification of the database, sent by triggers on commit; calls `loadSettings` first if the
 * settings have changed. The cache is used only while the heartbeat of the database shows that notifications arrive.
 */
export const watchChanges = ({ db, isCaching, loadSettings, invalidate, timedChanges, report }: Options) => {
  const stopping = new AbortController()
  const subscriptions: (() => void)[] = []
  let isListening = false

  /** Pages are rendered with the settings, so the cache is invalidated after the new settings are loaded. */
  const refreshSettings = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await loadSettings()
        return invalidate()
      } catch (error) {
        report(error)
        await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  const onConnect = () => {
    isListening = true
    invalidate()
    void refreshSettings()
  }

  const onMessage = (payload: string) => {
    if (payload === SETTINGS) void refreshSettings()
    else invalidate()
  }

  let known: unknown
  const onTimedChanges = (current: unknown) => {
    if (current !== known) invalidate()
    known = current
  }

  return {
    /** Whether all changes up to a moment ago have been received. */
    isTrusted: () => isListening && db.heartbeat.isCurrent(TRUST_WINDOW_MS),
    start() {
      subscriptions.push(db.heartbeat.listen({ channel: CHANNEL, onMessage, onConnect }))
      if (isCaching) subscriptions.push(db.heartbeat.ask({ expression: timedChanges, onAnswer: onTimedChanges }))
    },
    async stop() {
      stopping.abort()
      isListening = false
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe()
    },
  }
}
