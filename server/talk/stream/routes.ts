import type { FastifyReply } from 'fastify'
import { bearerToken } from '#server/platform/http/auth.ts'
import type { Handlers } from '#server/platform/http/call.ts'
import type { StreamHub } from '#server/talk/stream/hub.ts'

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
  // Otherwise nginx buffers the events.
  'x-accel-buffering': 'no',
  connection: 'close',
}

const begin = (reply: FastifyReply) => {
  reply.hijack()
  const { raw } = reply
  raw.socket?.setNoDelay(true)
  return raw.writeHead(200, { ...HEADERS, 'x-request-id': reply.request.id })
}

const LAST_EVENT = /^\d{1,15}$/

export type StreamRouteParts = { streamHub: StreamHub }

export const streamRoutes = ({ streamHub }: StreamRouteParts) =>
  ({
    'GET /api/stream': async ({ viewer, query, request, reply }) => {
      const header = String(request.headers['last-event-id'] ?? '')
      const after = LAST_EVENT.test(header) ? Number(header) : query.after
      await streamHub.open(viewer, bearerToken(request.headers) ?? '', after, () => begin(reply))
      return ''
    },
  }) satisfies Partial<Handlers>
