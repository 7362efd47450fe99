import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** Locks a folder; undefined when another process holds the lock. The system releases it when this process ends. */
export const lockFolder = (folder: string): { release(): void } | undefined => {
  const file = openSync(join(folder, 'lock'), 'a', 0o600)
  // Node has no flock(2); a child process that inherits the open file takes the lock for this process.
  const { status, error } = spawnSync('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  })
  if (status === 0) return { release: () => closeSync(file) }
  closeSync(file)
  if (error) throw new Error(`Manca il comando flock (util-linux): ${error.message}`)
  return undefined
}
