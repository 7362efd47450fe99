import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '#server/db/listen.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'

const CHANNEL = 'piazza_change'
const INTERVAL_MS = 400
// No cached response may be older than two seconds, even if the connection that reports changes fails.
const TRUSTED_MS = 1_500

type Options = {
  db: Database
  /** Public data changed, in this or another copy of the server. */
  onChange: () => void
  /** Whether a listing has expired since then; the row is updated only later. */
  lapsedSince: (moment: Date) => Promise<boolean>
  report: (failure: unknown) => void
}

/**
 * Listens for changes of public data: triggers notify when a transaction commits. It also sends notifications to itself:
 * once one has come back, every change committed before it was sent has been received.
 */
export const watchChanges = ({ db, onChange, lapsedSince, report }: Options) => {
  const self = randomUUID()
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let receivedUpTo = 0
  let listener: ReturnType<typeof listen> | undefined
  let checkedAt = new Date()

  const receive = (message: string) => {
    if (message === '') return onChange()
    const [sender, sentAt] = message.split(' ')
    if (sender === self) receivedUpTo = Number(sentAt)
  }

  const check = async () => {
    const sentAt = Date.now()
    const since = checkedAt
    checkedAt = new Date(sentAt)
    const [, lapsed] = await Promise.all([
      db.execute(sql`select pg_notify(${CHANNEL}, ${`${self} ${sentAt}`})`),
      // A little overlap, for clocks that differ.
      lapsedSince(new Date(since.getTime() - 2 * INTERVAL_MS)),
    ])
    if (lapsed) onChange()
  }

  const run = async () => {
    while (!stopping.signal.aborted) {
      await sleep(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) await check().catch(report)
    }
  }
  return {
    isTrusted: () => Date.now() - receivedUpTo < TRUSTED_MS,
    start() {
      listener ??= listen(db, CHANNEL, { onMessage: receive, onConnect: onChange, onError: report })
      running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
      receivedUpTo = 0
      await listener?.close()
    },
  }
}
