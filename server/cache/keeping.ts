import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Encoded, encode, encodingFor, isKnown, makeAnswer } from '#server/cache/answer.ts'
import { isForOthers, makeFlights } from '#server/cache/flights.ts'
import type { Kept } from '#server/cache/kept.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer to a visitor depends on nothing but the address and what is public: it may be kept. */
    kept?: boolean
  }
}

const OWN_HEADERS = new Set(['x-request-id', 'content-length', 'transfer-encoding', 'connection', 'date'])

const flatHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    OWN_HEADERS.has(name) || value === undefined ? [] : [name, String(value)],
  )

const VISITOR = 'public, no-cache'
const MEMBER = 'private, no-cache'

const isForVisitor = (request: FastifyRequest) => request.headers.authorization === undefined

const mayBeKept = (request: FastifyRequest) => isForVisitor(request) && !request.routeOptions.config.secret

/** Writes out, compresses and keeps what may be kept; drops it all before a change is acknowledged. */
export const keepAnswers = (app: FastifyInstance, kept: Kept): void => {
  const flights = makeFlights(kept)
  app.decorateRequest('flight', null)

  app.addHook('onRequest', (request, reply, done) => {
    const isForAll = request.method === 'GET' && mayBeKept(request) && request.routeOptions.config.kept
    if (isForAll) flights.board(request, reply, done)
    else done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    // One's own change is seen at once: what was kept is gone before the change is acknowledged.
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400) kept.drop()
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    const isForAll = request.routeOptions.config.kept && isWhole
    const isShared = isForAll && reply.statusCode === 200 && isForOthers(request)
    if (!isShared) flights.land(request)
    if (!isForAll) return done(null, payload)
    const plain = typeof payload === 'string' ? Buffer.from(payload) : payload
    reply.header('vary', 'Accept-Encoding, Authorization')
    if (reply.statusCode === 200) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', isForVisitor(request) ? VISITOR : MEMBER)
      if (isShared) {
        const answer = makeAnswer(plain, flatHeaders(reply))
        flights.land(request, answer)
        reply.header('etag', answer.etag)
        if (isKnown(answer, request.headers['if-none-match'])) {
          reply.code(304)
          return done(null, '')
        }
      }
    }
    const put = ({ body, encoding }: Encoded) => {
      reply.header('content-length', body.length)
      if (encoding !== 'identity') reply.header('content-encoding', encoding)
      done(null, body)
    }
    const wanted = encodingFor(request.headers['accept-encoding'] as string | undefined)
    if (wanted === 'identity') put({ body: plain, encoding: wanted })
    else encode(plain, wanted).then(put, done)
  })
}
