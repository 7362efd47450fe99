import { connect, type Socket } from 'node:net'
import { type Security, secured } from '#server/db/secure-line.ts'

// The driver forgets its line in the moment it closes, and takes the whole process down if it had something left to say:
// what it had gathered to write, or the end of a transaction that has just failed (porsager/postgres#1154, #1208). So it
// hears of the failure first, and of the close a little later, when everything has been said to nobody.

const LATER_MS = 10

/** Where the driver says the database is. */
export type Place = {
  path?: string | false
  host?: string | string[]
  port?: number | number[]
  security?: Security | undefined
}

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

export type Line = Socket & { host?: string | undefined }

let opened = 0

/** A line to the database, as it is. */
export const dial = ({ path, host, port }: Place): Line => {
  const turn = opened++
  const line = path ? connect(path) : connect(at(port, turn) ?? 5432, at(host, turn))
  // The driver names the host to those who must prove who they are.
  return Object.assign(line, { host: at(host, turn) }).on('error', () => undefined)
}

/** A line as the driver takes it: secret where that is wanted, and closing gently. */
export const handOver = (line: Line, { security }: Place): Socket | Promise<Socket> =>
  security ? secured(line, line.host ?? '', security).then(closingGently) : closingGently(line)

/** Opens a line to the database, for the driver. */
export const openLine = (place: Place): Socket | Promise<Socket> => handOver(dial(place), place)
