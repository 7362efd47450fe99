import { connect, type Socket } from 'node:net'

// The driver forgets its line in the moment it closes, and takes the whole process down if it had something left to say:
// what it had gathered to write, or the end of a transaction that has just failed (porsager/postgres#1154, #1208). So it
// hears of the failure first, and of the close a little later, when everything has been said to nobody.

const LATER_MS = 10

/** Where the driver says the database is. */
export type Place = { path?: string | false; host?: string | string[]; port?: number | number[] }

const at = <T>(value: T | T[] | undefined, index: number): T | undefined =>
  Array.isArray(value) ? value[index % value.length] : value

const closingGently = (line: Socket): Socket => {
  const emit = line.emit.bind(line) as (event: string | symbol, ...rest: unknown[]) => boolean
  let hasFailed = false
  line.emit = (event: string | symbol, ...rest: unknown[]): boolean => {
    if (event === 'error') hasFailed = true
    if (event !== 'close') return emit(event, ...rest)
    if (!hasFailed) emit('error', Object.assign(new Error('the database hung up'), { code: 'ECONNRESET' }))
    setTimeout(emit, LATER_MS, 'close', false)
    return true
  }
  return line.on('error', () => undefined)
}

let opened = 0

/** Opens a line to the database, for the driver. */
export const openLine = ({ path, host, port }: Place): Socket => {
  const turn = opened++
  const line = path ? connect(path) : connect(at(port, turn) ?? 5432, at(host, turn))
  // The driver names the host to those who must prove who they are.
  return closingGently(Object.assign(line, { host: at(host, turn) }))
}
