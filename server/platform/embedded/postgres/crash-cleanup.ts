import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const PID_FILE = 'postmaster.pid'
const SOCKET_PID_FILE = /^\.s\.PGSQL\.\d+\.lock$/

export const readPidFile = (folder: string, name = PID_FILE) => {
  const lines = tryRead(() => readFileSync(join(folder, name), 'utf8').split('\n'))
  return lines && { pid: Number(lines[0]), status: lines[7]?.trim() }
}

/** Sends a signal; returns false if it could not be sent. */
export const send = (pid: number, signal: NodeJS.Signals | 0) => {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/** If pid files are left, deletes the stale ones and ends orphaned child processes: both would keep a new server from starting. */
export const cleanUpAfterCrash = (folder: string) => {
  const pidFiles = readdirSync(folder).filter((name) => name === PID_FILE || SOCKET_PID_FILE.test(name))
  if (pidFiles.length === 0) return
  for (const name of pidFiles) {
    const pid = readPidFile(folder, name)?.pid
    if (pid !== undefined && isNotServer(pid, folder)) rmSync(join(folder, name), { force: true })
  }
  for (const orphan of findOrphans(folder)) send(orphan, 'SIGQUIT')
}

// After a power cut the pid may belong to an unrelated process, and after a kill to a zombie; PostgreSQL would take either for
// a running server. If a pid file is deleted wrongly, PostgreSQL's check of shared memory still refuses a second server.
const isNotServer = (pid: number, folder: string) => {
  const name = tryRead(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())
  if (name === undefined) return false
  const directory = workingDirectory(pid)
  return name !== 'postgres' || (directory !== 'hidden' && directory !== folder)
}

// Children of a killed server finish their statement first; until then their shared memory keeps a new one from starting.
const findOrphans = (folder: string) =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const title = tryRead(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
      if (!title?.startsWith('postgres: ') || workingDirectory(pid) !== folder) return false
      const parent = tryRead(() => /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
      return tryRead(() => readFileSync(`/proc/${parent}/comm`, 'utf8').trim()) !== 'postgres'
    })

// Undefined for a zombie; 'hidden' without permission to read it.
const workingDirectory = (pid: number) => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'hidden'
  }
}

const tryRead = <T>(read: () => T) => {
  try {
    return read()
  } catch {
    return undefined
  }
}
