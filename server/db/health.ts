import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '#server/db/pool.ts'

const INTERVAL_MS = 500
const ANSWER_TICKS = 12
const TICK_MS = 100
// Long enough that a connection which only trickles shows too.
const PING = `select repeat('-', 500)`

/** Counted in ticks, so that time during which this process itself was blocked does not count against the database. */
const answersInTime = async (answer: Promise<unknown>): Promise<boolean> => {
  let answered: boolean | undefined
  answer.then(
    () => {
      answered = true
    },
    () => {
      answered = false
    },
  )
  for (let tick = 0; tick < ANSWER_TICKS && answered === undefined; tick++) await sleep(TICK_MS)
  return answered ?? false
}

/**
 * A database that hangs neither answers nor closes its connections. This pings it on a connection of its own; while no
 * answer comes, the pool is suspended, so that requests fail within two seconds instead of waiting.
 */
export const watchHealth = (db: Database, log: (line: string) => void) => {
  const stopping = new AbortController()
  let client: pg.Client | undefined
  let isUnavailable = false

  const ping = async (): Promise<void> => {
    client ??= await db.openClient()
    await client.query(PING)
  }
  const setUnavailable = (unavailable: boolean): void => {
    if (unavailable !== isUnavailable) log(unavailable ? 'Il database non risponde.' : 'Il database risponde di nuovo.')
    isUnavailable = unavailable
    if (unavailable) db.suspend(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
    else db.resume()
  }
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const isAnswered = await answersInTime(ping())
      if (stopping.signal.aborted) break
      if (!isAnswered) {
        void client?.end()
        client = undefined
      }
      setUnavailable(!isAnswered)
      await sleep(INTERVAL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
    void client?.end()
  }
  const running = run()

  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
