import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Takes a folder for this process alone; undefined when somebody else has it. The lock belongs to the open file, so it
 * goes with us whatever becomes of us, and no pid has to be trusted.
 */
export const lockFolder = (folder: string): { release(): void } | undefined => {
  const file = openSync(join(folder, 'lock'), 'a', 0o600)
  // Node cannot lock; a child that shares our open file can do it for us.
  const { status, error } = spawnSync('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', file],
  })
  if (status === 0) return { release: () => closeSync(file) }
  closeSync(file)
  if (error) throw new Error(`Manca il comando flock (util-linux): ${error.message}`)
  return undefined
}
