import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const TICKS_PER_SECOND = 100
const PATIENCE_MS = 60_000

export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

export type Running = { origin: string; pid: number; stop(): Promise<void> }

/** Starts a program that listens on PORT and waits until it answers. */
export const run = async (args: string[], env: Record<string, string>, ready = '/healthz'): Promise<Running> => {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(10)) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} si è fermato con ${child.exitCode}`)
    const answer = await fetch(origin + ready).catch(() => undefined)
    if (answer?.ok) break
    if (Date.now() > deadline) throw new Error(`${args.join(' ')} non risponde`)
  }
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  return { origin, pid: child.pid ?? 0, stop }
}

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

/** Milliseconds of processor that one process has used so far. */
export const cpuOfProcess = (pid: number): number => (statOf(String(pid))?.ticks ?? 0) * TICK_MS

/** The same for all processes with this word in their command, and their children. */
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
