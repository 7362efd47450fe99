import { randomUUID } from 'node:crypto'
import { listen } from '#server/db/listen.ts'
import type { Database } from '#server/db/pool.ts'
import { sql } from '#server/db/sql.ts'
import { repeat, type Worker } from '#server/repeat.ts'

const CHANNEL = 'piazza_change'
const BEAT_MILLISECONDS = 400
// Answers must never be older than two seconds, whatever happens to the connection that tells of changes.
const TRUSTED_MILLISECONDS = 1_500

type Options = {
  db: Database
  /** Something public changed, in whichever copy of the server. */
  onChange: () => void
  /** Whether time alone changed something since then: what comes to its end is written down only later. */
  lapsedSince: (moment: Date) => Promise<boolean>
  report: (failure: unknown) => void
}

/**
 * Hears from the database that something public changed: triggers say so when a transaction commits. A beat of our own
 * goes the same way round; what was committed before a beat was sent has been heard once the beat is back.
 */
export const watchChanges = ({ db, onChange, lapsedSince, report }: Options): Worker & { isTrusted(): boolean } => {
  const self = randomUUID()
  let heardUpTo = 0
  let listener: ReturnType<typeof listen> | undefined
  let looked = new Date()

  const hear = (message: string) => {
    if (message === '') return onChange()
    const [who, sentAt] = message.split(' ')
    if (who === self) heardUpTo = Number(sentAt)
  }

  const beat = async () => {
    const sentAt = Date.now()
    const since = looked
    looked = new Date(sentAt)
    const [, lapsed] = await Promise.all([
      db.execute(sql`select pg_notify(${CHANNEL}, ${`${self} ${sentAt}`})`),
      // A little overlap, for clocks that differ.
      lapsedSince(new Date(since.getTime() - 2 * BEAT_MILLISECONDS)),
    ])
    if (lapsed) onChange()
  }

  const worker = repeat(beat, { everyMs: BEAT_MILLISECONDS, report })
  return {
    isTrusted: () => Date.now() - heardUpTo < TRUSTED_MILLISECONDS,
    start() {
      listener = listen(db, CHANNEL, { onMessage: hear, onConnect: onChange, onError: report })
      worker.start()
    },
    async stop() {
      await worker.stop()
      heardUpTo = 0
      await listener?.close()
    },
  }
}
