import { readdirSync, readFileSync } from 'node:fs'

// CPU time and memory of processes, from /proc (Linux).

// On Linux a second has 100 ticks.
const TICK_MS = 10

// Fields of /proc/<pid>/stat, counted after the command name in parentheses.
const PARENT = 1
const USER_TICKS = 11
const SYSTEM_TICKS = 12

type Stat = { pid: string; parent: string; cpuMs: number }

const readStat = (pid: string): Stat | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    const ticks = Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])
    return { pid, parent: fields[PARENT] ?? '', cpuMs: ticks * TICK_MS }
  } catch {
    // The process has exited.
    return undefined
  }
}

const commandLine = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** CPU milliseconds used by one process so far. */
export const cpuMsOfProcess = (pid: number): number => readStat(String(pid))?.cpuMs ?? 0

/** CPU milliseconds used so far by the main thread of a process, counted in nanoseconds. */
export const exactCpuMsOfProcess = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000

/** CPU milliseconds used so far by all processes with this text in their command line, and by their children. */
export const cpuMsOfCommand = (text: string): number => {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const matching = new Set(pids.filter((pid) => commandLine(pid).includes(text)))
  return pids
    .map(readStat)
    .filter((stat) => stat !== undefined)
    .filter(({ pid, parent }) => matching.has(pid) || matching.has(parent))
    .reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}

export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
