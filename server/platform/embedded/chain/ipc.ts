import { closeSync, constants, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { DEPENDENCY_TIMEOUT_MS } from '#server/platform/timeouts.ts'

export type RpcRequest = { method: string; params?: unknown }

/** Sends JSON-RPC requests to a node. */
export type Provider = { request(request: RpcRequest, timeoutMs?: number): Promise<unknown>; close(): void }

type Pending = { resolve(result: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout }
type RpcResponse = { id: number; result?: unknown; error?: { code: number; message: string; data?: unknown } }

/** An error response of the node, as opposed to no response. */
export class NodeError extends Error {
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

  const takePending = (id: number): Pending | undefined => {
    const request = pending.get(id)
    clearTimeout(request?.timer)
    pending.delete(id)
    return request
  }
  const onLine = (line: string) => {
    const response = JSON.parse(line) as RpcResponse
    const request = takePending(response.id)
    if (response.error) request?.reject(new NodeError(response.error))
    else request?.resolve(response.result)
  }
  const open = (): Socket => {
    const opened = connect(`/proc/self/fd/${directory}/${name}`)
    let pieces: string[] = []
    opened.setEncoding('utf8')
    opened.on('data', (chunk: string) => {
      const lines = chunk.split('\n')
      const rest = lines.pop() ?? ''
      for (const line of lines) {
        onLine(pieces.join('') + line)
        pieces = []
      }
      pieces.push(rest)
    })
    opened.on('error', () => undefined)
    opened.on('close', () => {
      if (socket !== opened) return
      socket = undefined
      for (const id of [...pending.keys()]) takePending(id)?.reject(new Error('the node closed the connection'))
    })
    // Pending requests have timers; the idle socket must not keep the process alive.
    return opened.unref()
  }

  return {
    request: ({ method, params = [] }, timeoutMs = DEPENDENCY_TIMEOUT_MS) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the connection is closed'))
        const id = ++lastId
        const timer = setTimeout(() => takePending(id)?.reject(new Error(`${method}: no answer`)), timeoutMs)
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
