import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { projectEnvironment, projectNode, root } from './environment.mjs'

const PIPE_TIMEOUT_MS = 1_000
const STOP_TIMEOUT_MS = 5_000
const running = new Set()
let stopSignal

const exitCodeOf = (signal) => 128 + constants.signals[signal]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopSignal = signal
    if (running.size === 0) process.exit(exitCodeOf(signal))
    for (const stop of running) stop(signal)
  })
}

// The process group may already have ended.
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Runs a command in its own process group and captures its output; a command over `limit` ms is killed with its children. */
export function runCaptured(command, args, { env = projectEnvironment(), limit = 0 } = {}) {
  return new Promise((resolve) => {
    const output = []
    const stdout = []
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const stop = (signal) => {
      signalGroup(child.pid, signal)
      // Test runners need time to stop their databases; other tools may ignore the signal.
      setTimeout(signalGroup, STOP_TIMEOUT_MS, child.pid, 'SIGKILL')
    }
    const timeout = limit > 0 && setTimeout(signalGroup, limit, child.pid, 'SIGKILL')
    child.stdout.on('data', (chunk) => stdout.push(chunk) && output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))

    const finish = (code) => {
      clearTimeout(timeout)
      running.delete(stop)
      if (stopSignal) {
        if (running.size === 0) process.exit(exitCodeOf(stopSignal))
        return
      }
      resolve({ code, output: Buffer.concat(output).toString(), stdout: Buffer.concat(stdout).toString() })
    }
    child.once('error', (error) => {
      output.push(Buffer.from(`${command}: ${error.message}\n`))
      finish(127)
    })
    child.once('spawn', () => running.add(stop))
    child.once('exit', (code, signal) => {
      const ended = code ?? exitCodeOf(signal)
      if (signal) output.push(Buffer.from(`\n${command}: terminato da ${signal}\n`))
      // A surviving grandchild may keep the pipes open, so the wait for 'close' is limited.
      const late = setTimeout(finish, PIPE_TIMEOUT_MS, ended)
      child.once('close', () => {
        clearTimeout(late)
        finish(ended)
      })
    })
  })
}

/** Runs a program of the project on this terminal, forwards signals to it and exits with its exit code. */
export function runInForeground(args, environment = {}) {
  const child = spawn(projectNode(), args, {
    cwd: root,
    env: { ...environment, ...projectEnvironment() },
    stdio: 'inherit',
  })
  const forwarded = new Set()
  running.add((signal) => {
    // The terminal signals the whole group and npm repeats it: a second signal would interrupt the shutdown.
    if (forwarded.has(signal) || (signal === 'SIGINT' && process.stdin.isTTY)) return
    forwarded.add(signal)
    child.kill(signal)
  })
  child.once('exit', (code, signal) => process.exit(code ?? exitCodeOf(signal)))
}
