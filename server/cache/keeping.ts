import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, type Encoded, encode, encodingFor, isKnown, makeAnswer } from '#server/cache/answer.ts'
import { send } from '#server/cache/front.ts'
import type { Kept } from '#server/cache/kept.ts'
import { carriesSecret } from '#server/http/log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer to a visitor depends on nothing but the address and what is public: it may be kept. */
    kept?: boolean
  }
  interface FastifyRequest {
    flight: Flight | null
  }
}

// While an answer is being made, others who ask for it wait for it.
type Flight = { generation: number; landed: Promise<Answer | undefined>; land(answer?: Answer): void }

const takeOff = (generation: number): Flight => {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
  return { generation, landed: promise, land: resolve }
}

const OWN_HEADERS = new Set(['x-request-id', 'content-length', 'transfer-encoding', 'connection', 'date'])

const flatHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    OWN_HEADERS.has(name) || value === undefined ? [] : [name, String(value)],
  )

const VISITOR = 'public, no-cache'
const MEMBER = 'private, no-cache'

const isForVisitor = (request: FastifyRequest) => request.headers.authorization === undefined

const mayBeKept = (request: FastifyRequest) => isForVisitor(request) && !carriesSecret(request.url)

/** Writes out, compresses and keeps what may be kept; drops it all before a change is acknowledged. */
export const keepAnswers = (app: FastifyInstance, kept: Kept): void => {
  const flights = new Map<string, Flight>()
  app.decorateRequest('flight', null)

  /** Whether somebody else's answer was theirs too. */
  const board = async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const { url, raw } = request
    const present = flights.get(url)
    if (present?.generation === kept.generation()) {
      const answer = await present.landed
      if (answer) {
        reply.hijack()
        send(raw, reply.raw, answer)
        return true
      }
    }
    const flight = takeOff(kept.generation())
    flights.set(url, flight)
    request.flight = flight
    // However the answer ends, also when the visitor leaves first, nobody waits for it any longer.
    reply.raw.once('close', () => land(request))
    return false
  }

  const land = (request: FastifyRequest, answer?: Answer) => {
    const { flight, url } = request
    if (!flight) return
    request.flight = null
    if (flights.get(url) === flight) flights.delete(url)
    if (answer) kept.keep(url, flight.generation, answer)
    flight.land(answer)
  }

  app.addHook('onRequest', (request, reply, done) => {
    const isBoarding =
      request.routeOptions.config.kept && request.method === 'GET' && mayBeKept(request) && kept.isOpen()
    if (isBoarding) board(request, reply).then((isAnswered) => isAnswered || done(), done)
    else done()
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    // One's own change is seen at once: what was kept is gone before the change is acknowledged.
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400) kept.drop()
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!request.routeOptions.config.kept || !isWhole) return done(null, payload)
    const plain = typeof payload === 'string' ? Buffer.from(payload) : payload
    reply.header('vary', 'Accept-Encoding, Authorization')
    if (reply.statusCode === 200) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', isForVisitor(request) ? VISITOR : MEMBER)
      if (request.flight) {
        const answer = makeAnswer(plain, flatHeaders(reply))
        land(request, answer)
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
