import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const START_TIMEOUT_MS = 90_000

// Below the ports that the system gives to connections and to servers that ask for any port. Each test worker has its own
// range, so that no other takes the port between this check and the start of the program.
const FIRST_PORT = 10_000
const PORTS_OF_WORKER = 1_000
const MAX_WORKERS = 20
const worker = Number(process.env.VITEST_POOL_ID ?? process.env.TEST_PARALLEL_INDEX ?? 0) % MAX_WORKERS
let lastOffset = randomInt(PORTS_OF_WORKER)

const isFree = async (port: number): Promise<boolean> => {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < PORTS_OF_WORKER; attempt++) {
    lastOffset = (lastOffset + 1) % PORTS_OF_WORKER
    const port = FIRST_PORT + worker * PORTS_OF_WORKER + lastOffset
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}

export type Program = {
  origin: string
  port: number
  pid: number
  isRunning(): boolean
  /** Its output so far. */
  written(): string
  end(signal?: NodeJS.Signals): Promise<void>
}

type Options = {
  command?: string
  port?: number
  /** Discard stdout, for benchmarks. */
  isMeasured?: boolean
}

/** Runs a program to its end, with `input` on its standard input. */
export const runProgram = async (args: string[], env: NodeJS.ProcessEnv, input = '') => {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'pipe' })
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: code as number | null }
}

/** Starts a program that listens on PORT and waits until it says that it is ready. */
export const startProgram = async (
  args: string[],
  env: Record<string, string>,
  { command = process.execPath, port: wanted, isMeasured = false }: Options = {},
): Promise<Program> => {
  const port = wanted ?? (await freePort())
  const child = spawn(command, args, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', isMeasured ? 'ignore' : 'pipe', 'pipe'],
  })
  const chunks: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(String(chunk)))
  const written = () => chunks.join('')
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!isRunning()) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  const origin = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await sleep(20)) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) break
    if (isRunning() && Date.now() < deadline) continue
    await end()
    throw new Error(`${args.join(' ')} did not start:\n${written()}`)
  }
  return { origin, port, pid: child.pid ?? 0, isRunning, written, end }
}
