// Loaded before anything else by every process of a test run with CHAIN_START_DELAY_MS or CHAIN_ANSWER_DELAY_MS, so that the
// embedded chain is as slow as on a slow or busy machine: anvil starts later, and its answers arrive later.
import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'
import net, { type Socket } from 'node:net'

const startDelayMs = Number(process.env.CHAIN_START_DELAY_MS ?? 0)
const answerDelayMs = Number(process.env.CHAIN_ANSWER_DELAY_MS ?? 0)

// Inside of setpriv, so that the waiting shell ends together with the server, as anvil does.
const WAIT_AND_RUN = ['setpriv', '--pdeathsig', 'KILL', '--', 'sh', '-c', 'sleep "$0" && exec "$@"']

/** The command line with the wait before anvil; other programs start at once. */
const delayed = (line: readonly string[]): readonly string[] => {
  const anvil = line.findIndex((word) => word.endsWith('/anvil'))
  return anvil < 0
    ? line
    : [...line.slice(0, anvil), ...WAIT_AND_RUN, String(startDelayMs / 1000), ...line.slice(anvil)]
}

const { spawn } = childProcess
const slowSpawn = (command: string, args: readonly string[] = [], options: childProcess.SpawnOptions = {}) => {
  const [first = command, ...rest] = delayed([command, ...args])
  return spawn(first, rest, options)
}

const { connect } = net
const slowConnect = (...target: Parameters<typeof connect>): Socket => {
  const socket = connect(...target)
  if (!String(target[0]).endsWith('.ipc')) return socket
  const emit = socket.emit.bind(socket)
  const emitLater = (event: string, ...values: unknown[]): boolean => {
    if (event !== 'data') return emit(event, ...values)
    setTimeout(() => emit(event, ...values), answerDelayMs)
    return true
  }
  return Object.assign(socket, { emit: emitLater })
}

if (startDelayMs > 0) Object.assign(childProcess, { spawn: slowSpawn })
if (answerDelayMs > 0) Object.assign(net, { connect: slowConnect })
syncBuiltinESMExports()
