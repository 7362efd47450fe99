import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/db/pool.ts'
import type { Sql } from '#server/platform/db/sql.ts'

const CHANNEL = 'piazza_change'
// The payload of a change of the settings; other changes have none.
const SETTINGS = 'settings'
const RETRY_MS = 500
// With the time that an answer takes, a response is never older than two seconds.
const TRUST_WINDOW_MS = 1_500

type Options = {
  db: Database
  /** Without a cache, only the settings are watched. */
  isCaching: boolean
  /** Reads the association's settings again. */
  loadSettings: () => Promise<void>
  /** Called after every change of public data, in any instance of the server. */
  invalidate: () => void
  /** Selects the last moment at which a listing has expired: that changes what is public without a write. */
  lastExpiry: Sql
  report: (error: unknown) => void
}

/**
 * Calls `invalidate` when the database notifies of a change, and `loadSettings` before it when the settings have changed;
 * triggers notify on commit. The cache is trusted while the heartbeat of the database proves that notifications arrive.
 */
export const watchChanges = ({ db, isCaching, loadSettings, invalidate, lastExpiry, report }: Options) => {
  const stopping = new AbortController()
  const subscriptions: (() => void)[] = []
  let isListening = false

  /** Pages are rendered with the settings, so the cache is cleared once the new ones are in memory. */
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

  let knownExpiry: unknown
  const onExpiry = (expiry: unknown) => {
    if (expiry !== knownExpiry) invalidate()
    knownExpiry = expiry
  }

  return {
    /** Whether all changes up to a moment ago have been received. */
    isTrusted: () => isListening && db.heartbeat.isCurrent(TRUST_WINDOW_MS),
    start() {
      subscriptions.push(db.heartbeat.listen({ channel: CHANNEL, onMessage, onConnect }))
      if (isCaching) subscriptions.push(db.heartbeat.ask({ expression: () => lastExpiry, onAnswer: onExpiry }))
    },
    async stop() {
      stopping.abort()
      isListening = false
      for (const unsubscribe of subscriptions.splice(0)) unsubscribe()
    },
  }
}
