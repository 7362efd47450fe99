import { readdirSync, readFileSync } from 'node:fs'

// CPU time and memory of processes, from /proc (Linux).

// On Linux a second has 100 ticks.
const TICK_MS = 10

// Fields of /proc/<pid>/stat, counted after the command name in parentheses.
const PARENT = 1
const USER_TICKS = 11
const SYSTEM_TICKS = 12
const ENDED_CHILDREN_USER_TICKS = 13
const ENDED_CHILDREN_SYSTEM_TICKS = 14

type Stat = { pid: string; parent: string; name: string; cpuMs: number; endedChildrenMs: number }

const readStat = (pid: string): Stat | undefined => {
  try {
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ')
    const millisecondsIn = (...places: number[]) =>
      places.reduce((sum, place) => sum + Number(fields[place]), 0) * TICK_MS
    return {
      pid,
      name,
      parent: fields[PARENT] ?? '',
      cpuMs: millisecondsIn(USER_TICKS, SYSTEM_TICKS),
      endedChildrenMs: millisecondsIn(ENDED_CHILDREN_USER_TICKS, ENDED_CHILDREN_SYSTEM_TICKS),
    }
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

/** CPU milliseconds used so far by the children of a process that have this name, and by their children, ended ones included. */
export const cpuMsOfChildren = (parentPid: number, name: string): number => {
  const stats = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(readStat)
    .filter((stat) => stat !== undefined)
  const children = stats.filter((stat) => stat.parent === String(parentPid) && stat.name === name)
  const pids = new Set(children.map(({ pid }) => pid))
  const ended = children.reduce((sum, { endedChildrenMs }) => sum + endedChildrenMs, 0)
  return stats
    .filter(({ pid, parent }) => pids.has(pid) || pids.has(parent))
    .reduce((sum, { cpuMs }) => sum + cpuMs, ended)
}

export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
