import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, constants, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { RpcRequestError } from 'viem'
import { getSocketRpcClient, type SocketRpcClient } from 'viem/utils'
import { DEPENDENCY_TIMEOUT_MS } from '#server/platform/timeouts.ts'

export type RpcRequest = { method: string; params?: unknown }

/** Sends JSON-RPC requests to a node. */
export type Provider = { request(request: RpcRequest, timeoutMs?: number): Promise<unknown>; close(): void }

/** Calls `onLine` with every complete line. Joins chunks once per line: the state of a chain is a line of many megabytes. */
const readLines = (socket: Socket, onLine: (line: string) => void): void => {
  let pieces: string[] = []
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = chunk.split('\n')
    const rest = lines.pop() ?? ''
    for (const line of lines) {
      onLine(pieces.join('') + line)
      pieces = []
    }
    pieces.push(rest)
  })
}

/**
 * JSON-RPC over a Unix socket in `folder`; connects on the first request and after a disconnect. Uses viem's client with its own
 * socket, because viem's `ipc` does not reconnect to a restarted node (docs/decisions/026-parsers-from-libraries.md).
 */
export const ipcProvider = (folder: string, name: string): Provider => {
  // A socket path is limited to 107 bytes; /proc/self/fd gives the folder a short path.
  const directory = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const url = `/proc/self/fd/${directory}/${name}`
  let client: Promise<SocketRpcClient<Socket>> | undefined
  let closed = false

  const disconnect = () => {
    client?.then((opened) => opened.close()).catch(() => undefined)
    client = undefined
  }
  // viem caches clients by these options. The key is unique, because another folder may get the same descriptor.
  const open = () =>
    getSocketRpcClient<Socket>({
      url,
      key: randomUUID(),
      keepAlive: false,
      reconnect: false,
      async getSocket({ onClose, onError, onResponse }) {
        if (closed) throw new Error('the connection is closed')
        const socket = connect(url)
        await once(socket, 'connect')
        readLines(socket, (line) => onResponse(JSON.parse(line)))
        socket.on('error', onError).on('close', () => {
          onClose()
          disconnect()
        })
        // An idle socket must not keep the process alive; the timers of pending requests do.
        socket.unref()
        return Object.assign(socket, {
          close: () => socket.destroy(),
          request: ({ body }: { body: object }) => socket.write(`${JSON.stringify(body)}\n`),
        })
      },
    })

  return {
    async request({ method, params = [] }, timeout = DEPENDENCY_TIMEOUT_MS) {
      const body = { method, params }
      client ??= open().catch((error) => {
        client = undefined
        throw error
      })
      const { error, result } = await (await client).requestAsync({ body, timeout })
      if (error) throw new RpcRequestError({ body, error, url })
      return result
    },
    close: () => {
      if (closed) return
      closed = true
      disconnect()
      closeSync(directory)
    },
  }
}
