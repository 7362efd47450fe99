import { closeSync, constants, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { DEPENDENCY_TIMEOUT_MS } from '#server/timeouts.ts'

export type Question = { method: string; params?: unknown }

/** A way to put questions to a node; answers or errors come as the node worded them. */
export type Provider = { request(question: Question, timeoutMs?: number): Promise<unknown>; close(): void }

type Waiting = { resolve(result: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout }
type Answer = { id: number; result?: unknown; error?: { code: number; message: string; data?: unknown } }

/** What a node refused, as opposed to a node that is not there. */
export class NodeRefusal extends Error {
  readonly code: number
  readonly data: unknown

  constructor(error: { code: number; message: string; data?: unknown }) {
    super(error.message)
    this.code = error.code
    this.data = error.data
  }
}

/** JSON-RPC over a socket in `folder`, one question per line; connects when first asked and again after a loss. */
export const ipcProvider = (folder: string, name: string): Provider => {
  // A socket's address holds 107 bytes; an open folder has a short name of its own, however deep it lies.
  const directory = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY)
  const waiting = new Map<number, Waiting>()
  let socket: Socket | undefined
  let lastId = 0
  let closed = false

  const settle = (id: number): Waiting | undefined => {
    const one = waiting.get(id)
    clearTimeout(one?.timer)
    waiting.delete(id)
    return one
  }
  const onLine = (line: string) => {
    const answer = JSON.parse(line) as Answer
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
      for (const id of [...waiting.keys()]) settle(id)?.reject(new Error('the node hung up'))
    })
    // Whoever waits for an answer has a timer; the connection itself keeps nobody from leaving.
    return fresh.unref()
  }

  return {
    request: ({ method, params = [] }, timeoutMs = DEPENDENCY_TIMEOUT_MS) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error('the connection is closed'))
        const id = ++lastId
        const timer = setTimeout(() => settle(id)?.reject(new Error(`${method}: no answer`)), timeoutMs)
        waiting.set(id, { resolve, reject, timer })
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
