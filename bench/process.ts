import { readdirSync, readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100

const statOf = (pid: string) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return { ppid: fields[1] ?? '', ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return undefined
  }
}

const TICK_MS = 1000 / TICKS_PER_SECOND

/** CPU milliseconds used by one process so far. */
export const cpuOfProcess = (pid: number): number => (statOf(String(pid))?.ticks ?? 0) * TICK_MS

/** The same for all processes with this word in their command line, and their children. */
export const cpuOf = (word: string): number => {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const ours = pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
    } catch {
      return false
    }
  })
  const roots = new Set(ours)
  const ticks = pids.map((pid) => [pid, statOf(pid)] as const)
  return (
    ticks.reduce((sum, [pid, stat]) => (stat && (roots.has(pid) || roots.has(stat.ppid)) ? sum + stat.ticks : sum), 0) *
    TICK_MS
  )
}

export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
