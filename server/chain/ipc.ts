import { closeSync, constants, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { DEPENDENCY_TIMEOUT_MS } from '#server/timeouts.ts'

export type RpcRequest = { method: string; params?: unknown }

/** Sends JSON-RPC requests to a node. */
export type Provider = { request(request: RpcRequest, timeoutMs?: number): Promise<unknown>; close(): void }

type Pending = { resolve(result: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout }
type RpcResponse = { id: number; result?: unknown; error?: { code: number; message: string; data?: unknown } }

/** An error response of the node, as opposed to no response. */
export class NodeRefusal extends Error {
  readonly code: number
  readonly data: unknown

  constructor(error: { code: number; message: string; data?: unknown }) {
    super(error.message)
    this.code = error.code
    this.data = error.data
  }
}

/** JSON-RPC over a Unix socket in `folder`, one message per line; connects on the first request and after a disconnect. */
export const ipcProvider = (folder: string, name: string): Provider => {
  // A socket path is limited to 107 bytes; /proc/self/fd gives the folder a short path.
  const directory = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const pending = new Map<number, Pending>()
  let socket: Socket | undefined
  let lastId = 0
  let closed = false

  const settle = (id: number): Pending | undefined => {
    const one = pending.get(id)
    clearTimeout(one?.timer)
    pending.delete(id)
    return one
  }
  const onLine = (line: string) => {
    const answer = JSON.parse(line) as RpcResponse
    const one = settle(answer.id)
    if (answer.error) one?.reject(new NodeRefusal(answer.error))
    else one?.resolve(answer.result)
  }
  const open = (): Socket => {
    const fresh = connect(`/proc/self/fd/${directory}/${name}`)
    let pieces: string[] = []
    fresh.setEncoding('utf8')
    fresh.on('data', (chunk: string) => {
      const lines = chunk.split('\n')
      const rest = lines.pop() ?? ''
      for (const line of lines) {
        onLine(pieces.join('') + line)
        pieces = []
      }
      pieces.push(rest)
    })
    fresh.on('error', () => undefined)
    fresh.on('close', () => {
      if (socket !== fresh) return
      socket = undefined
      for (const id of [...pending.keys()]) settle(id)?.reject(new Error('the node closed the connection'))
    })
    // Pending requests have timers; the idle socket must not keep the process alive.
    return fresh.unref()
  }

  return {
    request: ({ method, params = [] }, timeoutMs = DEPENDENCY_TIMEOUT_MS) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the connection is closed'))
        const id = ++lastId
        const timer = setTimeout(() => settle(id)?.reject(new Error(`${method}: no answer`)), timeoutMs)
        pending.set(id, { resolve, reject, timer })
        socket ??= open()
        socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      }),
    close: () => {
      if (closed) return
      closed = true
      socket?.destroy()
      closeSync(directory)
    },
  }
}
