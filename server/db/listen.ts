import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '#server/db/pool.ts'
import { DEPENDENCY_TIMEOUT_MS } from '#server/timeouts.ts'

type Handlers = {
  onMessage: (payload: string) => void
  /** After each (re)connection: notifications sent before it may have been missed. */
  onConnect: () => void
  onError: (error: unknown) => void
}

const CHECK_MS = 500
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 2_000

/** Listens to a channel on a connection of its own, and reconnects with back-off until closed. */
export const listen = (db: Database, channel: string, { onMessage, onConnect, onError }: Handlers) => {
  const closing = new AbortController()
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined)
  const statement = `listen ${pg.escapeIdentifier(channel)}`

  const run = async (): Promise<void> => {
    let retryMs = FIRST_RETRY_MS
    while (!closing.signal.aborted) {
      let client: pg.Client | undefined
      try {
        client = await db.openClient({ query_timeout: DEPENDENCY_TIMEOUT_MS })
        client.on('notification', ({ payload = '' }) => onMessage(payload))
        await client.query(statement)
        retryMs = FIRST_RETRY_MS
        onConnect()
        // Repeated because a connection to a host that has vanished reports nothing by itself.
        while (!closing.signal.aborted) {
          await pause(CHECK_MS)
          await client.query(statement)
        }
      } catch (error) {
        if (!closing.signal.aborted) onError(error)
        await pause(retryMs)
        retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)
      } finally {
        void client?.end()
      }
    }
  }
  const running = run()

  return {
    async close() {
      closing.abort()
      await running
    },
  }
}
