import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ownEnvironment, ownNode, root } from './own-node.mjs'

const PIPE_GRACE = 1_000
const STOP_GRACE = 5_000
const running = new Set()
let asked

const codeOf = (signal) => 128 + constants.signals[signal]

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    asked = signal
    if (running.size === 0) process.exit(codeOf(signal))
    for (const stop of running) stop(signal)
  })
}

// The leader of a group may be gone while we signal it.
function signalGroup(pid, signal) {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/**
 * Runs a command with its output kept aside. It leads its own process group, so that a tool that hangs
 * can be ended together with everything it started.
 */
export function quietly(command, args, { env = ownEnvironment(), limit = 0 } = {}) {
  return new Promise((done) => {
    const output = []
    const stdout = []
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    const stop = (signal) => {
      signalGroup(child.pid, signal)
      // The runners need a moment to put away their databases; a compiler may not listen at all.
      setTimeout(signalGroup, STOP_GRACE, child.pid, 'SIGKILL')
    }
    const tooLong = limit > 0 && setTimeout(signalGroup, limit, child.pid, 'SIGKILL')
    child.stdout.on('data', (chunk) => stdout.push(chunk) && output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))

    const finish = (code) => {
      clearTimeout(tooLong)
      running.delete(stop)
      if (asked) {
        if (running.size === 0) process.exit(codeOf(asked))
        return
      }
      done({ code, output: Buffer.concat(output).toString(), stdout: Buffer.concat(stdout).toString() })
    }
    child.once('error', (error) => {
      output.push(Buffer.from(`${command}: ${error.message}\n`))
      finish(127)
    })
    child.once('spawn', () => running.add(stop))
    child.once('exit', (code, signal) => {
      const ended = code ?? codeOf(signal)
      if (signal) output.push(Buffer.from(`\n${command}: terminato da ${signal}\n`))
      // Something left behind may hold the pipes open for ever: wait for them, but not long.
      const late = setTimeout(finish, PIPE_GRACE, ended)
      child.once('close', () => {
        clearTimeout(late)
        finish(ended)
      })
    })
  })
}

/** Gives terminal, signals and exit code over to a program of the project. */
export function handOver(args, environment = {}) {
  const child = spawn(ownNode(), args, { cwd: root, env: { ...environment, ...ownEnvironment() }, stdio: 'inherit' })
  const passed = new Set()
  running.add((signal) => {
    // A terminal has already told everyone, and npm tells us again: a second signal would cut the stop short.
    if (passed.has(signal) || (signal === 'SIGINT' && process.stdin.isTTY)) return
    passed.add(signal)
    child.kill(signal)
  })
  child.once('exit', (code, signal) => process.exit(code ?? codeOf(signal)))
}
