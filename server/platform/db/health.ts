import type { Database } from '#server/platform/db/pool.ts'

/**
 * A database that hangs neither answers nor closes its connections. While the heartbeat gets no answer, the pool is suspended,
 * so that requests fail within two seconds instead of waiting.
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
