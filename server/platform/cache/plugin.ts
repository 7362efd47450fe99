import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { compress, type Encoding, encodingFor } from '#server/platform/cache/encoding.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set if the response to a visitor depends only on the URL and on public data. */
    cached?: boolean
    /** Returns the cache key; undefined if the response is not cached. By default the key is the URL. */
    cacheKey?: (request: FastifyRequest) => string | undefined
    /** Set for writes that change no public data. */
    keepsCache?: boolean
  }
  interface FastifyRequest {
    isFromCache: boolean
    /** Set while other requests for the same URL may be waiting for this response. */
    shareResponse: ((response?: CachedResponse) => void) | null
  }
}

type Options = {
  maxBytes: number
  /** Whether all changes have been received; if not, the cache is neither read nor filled. */
  isTrusted: () => boolean
  /** Called before the cache is cleared. */
  onInvalidate?: () => void
}

type CachedResponse = {
  etag: string
  headers: Record<string, string>
  /** The body in the encodings that were requested so far. */
  bodies: Partial<Record<Encoding, Buffer>> & { identity: Buffer }
}

// Relative dates in a page ("oggi") become wrong without a change of data.
const MAX_AGE_MS = 60_000
const MAX_URL_LENGTH = 500
const MAX_KEYS = 5_000
// Estimates: the body in all encodings, and the overhead of an entry.
const BYTES_PER_BODY_BYTE = 2.5
const BYTES_PER_ENTRY = 2_000
const PER_RESPONSE_HEADERS = new Set(['x-request-id', 'content-length', 'transfer-encoding', 'connection', 'date'])

const isAnonymous = (request: FastifyRequest) => request.headers.authorization === undefined

const cacheKeyOf = (request: FastifyRequest): string | undefined => {
  const { cached = false, secret = false, cacheKey } = request.routeOptions.config
  if (!cached || secret || request.url.length > MAX_URL_LENGTH) return undefined
  return cacheKey ? cacheKey(request) : request.url
}

const isPublicWrite = ({ method, routeOptions }: FastifyRequest) =>
  method !== 'GET' && method !== 'HEAD' && !routeOptions.config.keepsCache

const createResponse = (body: Buffer, reply: FastifyReply): CachedResponse => {
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 18)}"`
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    PER_RESPONSE_HEADERS.has(name) || value === undefined ? [] : [[name, String(value)]],
  )
  return { etag, headers: Object.fromEntries(headers), bodies: { identity: body } }
}

const isNotModified = ({ headers }: FastifyRequest, { etag }: CachedResponse): boolean => {
  const known = headers['if-none-match']
  return known !== undefined && (known === '*' || known.includes(etag.slice('W/'.length)))
}

/**
 * Passes the body to `send` in the encoding that the client accepts. Compression is asynchronous: if the handler has timed out
 * meanwhile, the body is dropped, because a second response would throw.
 */
const withEncodedBody = (
  request: FastifyRequest,
  reply: FastifyReply,
  bodies: CachedResponse['bodies'],
  send: (error: Error | null, body?: Buffer) => void,
): void => {
  const encoding = encodingFor(request.headers['accept-encoding'] as string | undefined, bodies.identity.length)
  const sendEncoded = (body: Buffer) => {
    bodies[encoding] = body
    if (reply.sent || reply.raw.headersSent) return
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    send(null, body)
  }
  const body = bodies[encoding]
  if (body || encoding === 'identity') sendEncoded(body ?? bodies.identity)
  else compress(bodies.identity, encoding).then(sendEncoded, send)
}

/** Serves visitors' GET requests to `cached` routes from memory until `invalidate` is called. */
export const cacheResponses = (app: FastifyInstance, { maxBytes, isTrusted, onInvalidate }: Options) => {
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: Math.max(maxBytes, 1),
    maxEntrySize: Math.max(Math.floor(maxBytes / 4), 1),
    sizeCalculation: ({ bodies }) => Math.ceil(bodies.identity.length * BYTES_PER_BODY_BYTE) + BYTES_PER_ENTRY,
    ttl: MAX_AGE_MS,
  })
  // The cache key of each requested URL; parsing the parameters takes longer than the rest of a cache hit.
  const keys = new LRUCache<string, string>({ max: MAX_KEYS })
  // Responses being computed, by cache key; resolved with undefined if the response cannot be shared.
  const pending = new Map<string, Promise<CachedResponse | undefined>>()
  let generation = 0
  let hits = 0
  let misses = 0

  const invalidate = () => {
    onInvalidate?.()
    generation++
    responses.clear()
    pending.clear()
  }

  const keyOf = (request: FastifyRequest): string | undefined => {
    if (maxBytes === 0 || request.method !== 'GET' || !isAnonymous(request)) return undefined
    const known = keys.get(request.url)
    if (known !== undefined) return known
    const key = cacheKeyOf(request)
    if (key !== undefined) keys.set(request.url, key)
    return key
  }

  const sendCached = (request: FastifyRequest, reply: FastifyReply, response: CachedResponse) => {
    request.isFromCache = true
    reply.headers(response.headers).header('etag', response.etag)
    if (isNotModified(request, response)) return reply.code(304).send()
    withEncodedBody(request, reply, response.bodies, (error, body) => reply.send(error ?? body))
  }

  const startSharing = (request: FastifyRequest, key: string) => {
    const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>()
    const startedIn = generation
    pending.set(key, promise)
    request.shareResponse = (response) => {
      request.shareResponse = null
      if (pending.get(key) === promise) pending.delete(key)
      if (response && startedIn === generation && isTrusted()) responses.set(key, response)
      resolve(response)
    }
  }

  app.decorateRequest('isFromCache', false)
  app.decorateRequest('shareResponse', null)

  app.addHook('onRequest', (request, reply, done) => {
    const key = isTrusted() ? keyOf(request) : undefined
    if (key === undefined) return done()
    const cached = responses.get(key)
    if (cached) {
      hits++
      return void sendCached(request, reply, cached)
    }
    misses++
    const shared = pending.get(key)
    if (!shared) {
      startSharing(request, key)
      return done()
    }
    void shared.then((response) => {
      if (reply.sent) return
      if (response) sendCached(request, reply, response)
      else done()
    })
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    // Invalidates before the response to the write is sent, so that its author's next read is fresh.
    if (isPublicWrite(request) && reply.statusCode < 400) invalidate()
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (request.isFromCache || !request.routeOptions.config.cached || !isWhole) {
      request.shareResponse?.()
      return done(null, payload)
    }
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    reply.header('vary', 'Accept-Encoding, Authorization')
    if (reply.statusCode !== 200) {
      request.shareResponse?.()
      return withEncodedBody(request, reply, { identity: body }, done)
    }
    const scope = isAnonymous(request) ? 'public' : 'private'
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', `${scope}, no-cache`)
    const response = createResponse(body, reply)
    request.shareResponse?.(response)
    reply.header('etag', response.etag)
    if (isNotModified(request, response)) {
      reply.code(304)
      return done(null, null)
    }
    withEncodedBody(request, reply, response.bodies, done)
  })

  return {
    invalidate,
    figures: () => ({ hits, misses, entries: responses.size, bytes: responses.calculatedSize }),
  }
}
