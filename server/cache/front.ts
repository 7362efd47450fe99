import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type Answer, encodingFor, isKnown, type Written, write } from '#server/cache/answer.ts'
import type { Kept } from '#server/cache/kept.ts'

const put = (request: IncomingMessage, response: ServerResponse, { body, headers }: Written) => {
  response.writeHead(200, ['x-request-id', randomUUID(), ...headers])
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Sends a whole answer, in the way the browser takes it, or tells that it already has it. */
export const send = (request: IncomingMessage, response: ServerResponse, answer: Answer): void => {
  if (isKnown(answer, request.headers['if-none-match'])) {
    response.writeHead(304, ['x-request-id', randomUUID(), ...answer.headers]).end()
    return
  }
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined)
  const written = answer.written.get(encoding)
  if (written) put(request, response, written)
  else
    write(answer, encoding).then(
      (fresh) => put(request, response, fresh),
      () => response.destroy(),
    )
}

export type Timeouts = { requestTimeout: number; keepAliveTimeout: number }

/** A server that gives out what is kept before anything else looks at the request. */
export const serveBehind = (
  kept: Kept,
  handle: RequestListener,
  { requestTimeout, keepAliveTimeout }: Timeouts,
): Server =>
  createServer({ requestTimeout, keepAliveTimeout }, (request, response) => {
    const isPlain = request.method === 'GET' && request.headers.authorization === undefined
    const answer = isPlain ? kept.find(request.url ?? '') : undefined
    if (!answer) return handle(request, response)
    send(request, response, answer)
  })
