import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const TMPFS = '/dev/shm'
const MINIMUM_BYTES = 4 * 2 ** 30

/** The folder for temporary test data: tmpfs if it has enough space and is not mounted noexec, else the system's. */
export function fastTempFolder(folder = TMPFS, mounts = '/proc/self/mounts', minimumBytes = MINIMUM_BYTES) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const lines = readFileSync(mounts, 'utf8').split('\n')
    const mount = lines.map((line) => line.split(' ')).findLast(([, mounted]) => mounted === folder)
    const [, , kind, options = ''] = mount ?? []
    const isUsable = kind === 'tmpfs' && bavail * bsize >= minimumBytes && !options.split(',').includes('noexec')
    return isUsable ? folder : tmpdir()
  } catch {
    return tmpdir()
  }
}
