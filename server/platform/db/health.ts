import type { Database } from '#server/platform/db/pool.ts'

/**
 * Suspends the pool while the heartbeat gets no response, so that requests fail within two seconds instead of waiting. A
 * database that hangs does not close its connections, so pending statements would not fail on their own.
 */
export const watchHealth = (db: Database, log: (line: string) => void): { stop(): void } => {
  let isUnavailable = false
  const stop = db.heartbeat.watch((isAnswered) => {
    if (isAnswered === isUnavailable) log(isAnswered ? 'Il database risponde di nuovo.' : 'Il database non risponde.')
    isUnavailable = !isAnswered
    if (isAnswered) db.resume()
    else db.suspend(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
  })
  return { stop }
}
