import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type Answer, encodingFor, isKnown, type Written, write } from '#server/cache/answer.ts'
import { makeDoorway } from '#server/cache/doorway.ts'
import type { Kept } from '#server/cache/kept.ts'

/** Sends a whole answer, in the way the browser takes it, or tells that it already has it. */
export const send = (
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  ownHeaders: readonly string[] = [],
): void => {
  if (isKnown(answer, request.headers['if-none-match'])) {
    response.writeHead(304, [...answer.headers, ...ownHeaders]).end()
    return
  }
  const put = ({ body, headers }: Written) => response.writeHead(200, [...headers, ...ownHeaders]).end(body)
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined)
  const written = answer.written[encoding]
  if (written) put(written)
  else write(answer, encoding).then(put, () => response.destroy())
}

export type Timeouts = { requestTimeout: number; keepAliveTimeout: number }

/** A server that gives out what is kept before anything else looks at the request. */
export const serveBehind = (
  kept: Kept,
  handle: RequestListener,
  { requestTimeout, keepAliveTimeout }: Timeouts,
): Server => {
  const options = { requestTimeout, keepAliveTimeout, optimizeEmptyRequests: true }
  const server = createServer(options, (request, response) => {
    const isPlain = request.method === 'GET' && request.headers.authorization === undefined
    const answer = isPlain ? kept.find(request.url ?? '') : undefined
    if (!answer) return handle(request, response)
    // Without an id: what is given out from memory leaves no line in the log that one could find by it.
    send(request, response, answer)
  })
  const [admit] = server.listeners('connection')
  const doorway = makeDoorway(kept, (socket) => admit?.call(server, socket), keepAliveTimeout)
  server.removeAllListeners('connection').on('connection', doorway.receive)
  // The server knows only those that it has let in.
  for (const close of ['closeIdleConnections', 'closeAllConnections'] as const) {
    const closeOthers = server[close].bind(server)
    server[close] = () => {
      doorway.close()
      closeOthers()
    }
  }
  return server
}
