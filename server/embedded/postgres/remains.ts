import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const PID_FILE = 'postmaster.pid'
const SOCKET_PID_FILE = /^\.s\.PGSQL\.\d+\.lock$/

export const readPidFile = (folder: string, name = PID_FILE) => {
  const lines = look(() => readFileSync(join(folder, name), 'utf8').split('\n'))
  return lines && { pid: Number(lines[0]), status: lines[7]?.trim() }
}

/** False when the process is no more. */
export const send = (pid: number, signal: NodeJS.Signals | 0) => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** Clears away what a server that did not end in order left in the way of the next one. */
export const clearRemains = (folder: string) => {
  const claims = readdirSync(folder).filter((name) => name === PID_FILE || SOCKET_PID_FILE.test(name))
  if (claims.length === 0) return
  for (const name of claims) {
    const pid = readPidFile(folder, name)?.pid
    if (pid !== undefined && isNotServer(pid, folder)) rmSync(join(folder, name), { force: true })
  }
  for (const orphan of findOrphans(folder)) send(orphan, 'SIGQUIT')
}

// After a power cut such a file may name a process that is by now somebody else's, and after a kill one that is dead but not
// collected; PostgreSQL would take either for a running server and never start. Its lock on shared memory still guards the data.
const isNotServer = (pid: number, folder: string) => {
  const name = look(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
  if (name === undefined) return false
  const place = workplace(pid)
  return name !== 'postgres' || (place !== 'hidden' && place !== folder)
}

// Children of a killed server finish their statement first, and until then their shared memory bars a new one.
const findOrphans = (folder: string) =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const title = look(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      if (!title?.startsWith('postgres: ') || workplace(pid) !== folder) return false
      const parent = look(() => /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
      return look(() => readFileSync(`/proc/${parent}/comm`, 'utf8').trim()) !== 'postgres'
    })

// The dead have no folder; of the living we may just not be allowed to know it.
const workplace = (pid: number) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'hidden'
  }
}

const look = <T>(read: () => T) => {
  try {
    return read()
  } catch {
    return undefined
  }
}
