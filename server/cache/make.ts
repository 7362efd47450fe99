import type { RequestListener, Server } from 'node:http'
import { watchChanges } from '#server/cache/changes.ts'
import { serveBehind, type Timeouts } from '#server/cache/front.ts'
import { type Kept, makeKept } from '#server/cache/kept.ts'
import type { Database } from '#server/db/connect.ts'
import type { Worker } from '#server/repeat.ts'

type Options = {
  db: Database
  megabytes: number
  timeouts: Timeouts
  lapsedSince: (moment: Date) => Promise<boolean>
  report: (failure: unknown) => void
}

type Cache = { kept: Kept; workers: Worker[]; serverFactory: (handle: RequestListener) => Server }

/** Public answers kept in memory until something public changes in the database; with no memory to use, nothing at all. */
export const makeCache = ({ db, megabytes, timeouts, lapsedSince, report }: Options): Cache => {
  const changes = watchChanges({ db, lapsedSince, report, onChange: () => kept.drop() })
  const kept = makeKept(megabytes * 1024 * 1024, changes.isTrusted)
  return {
    kept,
    workers: megabytes > 0 ? [changes] : [],
    serverFactory: (handle) => serveBehind(kept, handle, timeouts),
  }
}
