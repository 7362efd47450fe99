import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const ROOM = 4 * 2 ** 30

/** Where tests keep what nobody needs afterwards: in memory, if there is plenty and programs may run there. */
export function quickFolder(place = MEMORY, mounts = '/proc/self/mounts', room = ROOM) {
  try {
    const { bavail, bsize } = statfsSync(place)
    const lines = readFileSync(mounts, 'utf8').split('\n')
    const mount = lines.map((line) => line.split(' ')).findLast(([, folder]) => folder === place)
    const [, , kind, options = ''] = mount ?? []
    const isGood = kind === 'tmpfs' && bavail * bsize >= room && !options.split(',').includes('noexec')
    return isGood ? place : tmpdir()
  } catch {
    return tmpdir()
  }
}
