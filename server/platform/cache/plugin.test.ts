import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { compress } from '#server/platform/cache/encoding.ts'
import { cacheResponses } from '#server/platform/cache/plugin.ts'

const MEGABYTE = 1024 * 1024
const TIMEOUT_MS = 2_000
const LARGE = randomBytes(16 * MEGABYTE)

type Options = { isTrusted?: () => boolean; fails?: boolean; maxBytes?: number }

/** A server whose cached route counts its responses and delays each until `release` is called. */
const aServer = async ({ isTrusted = () => true, fails = false, maxBytes = MEGABYTE }: Options = {}) => {
  const app = Fastify()
  let computed = 0
  let received = 0
  let completed = 0
  const waiting: (() => void)[] = []
  app.addHook('onRequest', async () => void received++)
  app.addHook('onResponse', async () => void completed++)
  const cache = cacheResponses(app, { maxBytes, isTrusted })
  app.get('/count', { config: { cached: true } }, async (_request, reply) => {
    const number = ++computed
    await new Promise<void>((resolve) => waiting.push(resolve))
    if (fails) return reply.code(503).send('unavailable')
    return reply.type('text/plain').send(`${number} ${'x'.repeat(5_000)}`)
  })
  app.get<{ Params: { bytes: string } }>('/bytes/:bytes', { config: { cached: true } }, async ({ params }, reply) =>
    reply.type('text/plain').send(`${++computed} ${'x'.repeat(Number(params.bytes))}`),
  )
  app.get('/secret/:code', { config: { cached: true, secret: true } }, async () => `${++computed}`)
  app.get('/slow', { config: { cached: true }, handlerTimeout: TIMEOUT_MS }, async (_request, reply) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return reply.type('text/plain').send('x'.repeat(5_000))
  })
  // Compression takes much longer than the timeout.
  app.get('/large', { config: { cached: true }, handlerTimeout: 5 }, async (_request, reply) =>
    reply.type('text/plain').send(LARGE),
  )
  app.post('/change', async () => 'done')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const release = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.()
  }
  const get = (headers: Record<string, string> = {}, path = '/count') => fetch(origin + path, { headers })
  const figures = { computed: () => computed, received: () => received, completed: () => completed }
  return { app, cache, origin, get, release, ...figures }
}

const numberIn = async (response: Response) => (await response.text()).split(' ')[0]

test('fifty concurrent requests for an uncached URL share one computation', async () => {
  const { get, release, computed, received, completed } = await aServer()
  const requests = Array.from({ length: 50 }, () => get())
  await expect.poll(received).toBe(50)
  await release()
  const numbers = await Promise.all((await Promise.all(requests)).map(numberIn))
  expect(new Set(numbers)).toEqual(new Set(['1']))
  expect(computed()).toBe(1)
  await expect.poll(completed).toBe(50)
})

test('a failed response is not cached, and waiting requests compute their own', async () => {
  const { get, release, computed, cache } = await aServer({ fails: true })
  const requests = [get(), get()]
  await release()
  await release()
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([503, 503])
  expect(computed()).toBe(2)
  expect(cache.figures().entries).toBe(0)
})

test('a response computed before a change is neither cached nor given to requests after the change', async () => {
  const { get, release, cache, computed } = await aServer()
  const before = get()
  await expect.poll(computed).toBe(1)
  cache.invalidate()
  const after = get()
  await expect.poll(computed).toBe(2)
  await release()
  await release()
  expect([await numberIn(await before), await numberIn(await after)]).toEqual(['1', '2'])
  expect(await numberIn(await get())).toBe('2')
})

test('a change through the same server is seen in the next response', async () => {
  const { origin, get, release } = await aServer()
  const first = get()
  await release()
  expect(await numberIn(await first)).toBe('1')
  expect(await numberIn(await get())).toBe('1')
  await fetch(`${origin}/change`, { method: 'POST' })
  const second = get()
  await release()
  expect(await numberIn(await second)).toBe('2')
})

test('responses to requests with a token are neither cached nor answered from the cache', async () => {
  const { get, release } = await aServer()
  const own = get({ authorization: 'Bearer own' })
  await release()
  const response = await own
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  expect(await numberIn(response)).toBe('1')
  const visitors = get()
  await release()
  expect(await numberIn(await visitors)).toBe('2')
  const again = get({ authorization: 'Bearer own' })
  await release()
  expect(await numberIn(await again)).toBe('3')
})

test('a known ETag is answered 304, and all encodings have the same ETag', async () => {
  const { get, release, computed } = await aServer()
  const first = get({ 'accept-encoding': 'gzip' })
  await release()
  const response = await first
  const etag = response.headers.get('etag') ?? ''
  expect(response.headers.get('content-encoding')).toBe('gzip')
  for (const accepted of ['br', 'gzip', 'identity', 'br;q=0, gzip']) {
    const again = await get({ 'accept-encoding': accepted })
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.headers.get('vary')).toBe('Accept-Encoding, Authorization')
    expect(again.headers.get('cache-control')).toBe('public, no-cache')
    expect(await numberIn(again)).toBe('1')
  }
  const known = await get({ 'if-none-match': etag })
  expect(known.status).toBe(304)
  expect(await known.text()).toBe('')
  expect((await get({ 'if-none-match': 'W/"other"' })).status).toBe(200)
  expect(computed()).toBe(1)
})

test('without notifications of changes nothing is answered from the cache', async () => {
  let isTrusted = true
  const { get, release, computed } = await aServer({ isTrusted: () => isTrusted })
  const first = get()
  await release()
  await first
  isTrusted = false
  const second = get()
  await release()
  expect(await numberIn(await second)).toBe('2')
  isTrusted = true
  expect(await numberIn(await get())).toBe('1')
  expect(computed()).toBe(2)
})

test('a client that disconnects does not fail the requests that share its response', { tags: 'slow' }, async () => {
  const { origin, get, release, computed, received } = await aServer()
  const disconnect = new AbortController()
  const first = fetch(`${origin}/count`, { signal: disconnect.signal })
  await expect.poll(computed).toBe(1)
  const others = [get(), get()]
  await expect.poll(received).toBe(3)
  disconnect.abort()
  await expect(first).rejects.toThrow(/abort/)
  await release()
  expect(await Promise.all((await Promise.all(others)).map(numberIn))).toEqual(['1', '1'])
})

test('a request that has timed out is not answered again when its own or the shared response arrives', {
  tags: 'slow',
}, async () => {
  const { get, release, received } = await aServer()
  const first = get({}, '/slow')
  await expect.poll(received).toBe(1)
  const sharing = get({}, '/slow')
  expect((await first).status).toBe(503)
  expect((await sharing).status).toBe(503)
  await release()
  await release()
  const next = get({}, '/slow')
  await release()
  expect((await next).status).toBe(200)
})

test('a timeout during compression sends one response', async () => {
  const { get } = await aServer()
  const { status } = await get({ 'accept-encoding': 'br' }, '/large')
  expect(status).toBe(503)
  // A compression of the same size that starts later, so that it ends after that of the response.
  await compress(LARGE, 'br')
  expect((await get({}, '/bytes/10')).status).toBe(200)
})

test('memory is bounded, and the most recently used responses stay', async () => {
  const maxBytes = 100_000
  const { get, cache } = await aServer({ maxBytes })
  await get({}, '/bytes/5000')
  for (let bytes = 5_001; bytes < 5_030; bytes++) {
    await get({}, `/bytes/${bytes}`)
    expect(await numberIn(await get({}, '/bytes/5000'))).toBe('1')
  }
  const { bytes, entries } = cache.figures()
  expect(bytes).toBeLessThanOrEqual(maxBytes)
  expect(entries).toBeGreaterThan(4)
  expect(await numberIn(await get({}, '/bytes/5001'))).not.toBe('2')
})

test.each([
  ['larger than a quarter of the cache', '/bytes/200000'],
  ['with a very long URL', `/bytes/10?${'q'.repeat(600)}`],
  ['of a route with secret paths', '/secret/abc'],
])('a response %s is not cached', async (_what, path) => {
  const { get, cache } = await aServer({ maxBytes: 400_000 })
  expect((await get({}, path)).status).toBe(200)
  expect((await get({}, path)).status).toBe(200)
  expect(cache.figures()).toMatchObject({ entries: 0, bytes: 0, hits: 0 })
})

test('while the server closes nothing is answered from the cache', async () => {
  const { app, get, cache } = await aServer()
  await get({}, '/bytes/10')
  const closing = app.close()
  // The connection is refused, or an open one gets a 503.
  const status = await get({}, '/bytes/10').then(
    (response) => response.status,
    () => 503,
  )
  expect(status).toBe(503)
  await closing
  expect(cache.figures().hits).toBe(0)
})

test('responses are cached under the key of their route, and not without one', async () => {
  const app = Fastify()
  const cache = cacheResponses(app, { maxBytes: MEGABYTE, isTrusted: () => true })
  const cacheKey = ({ query }: { query: unknown }) => (query as { known?: string }).known
  app.get('/keyed', { config: { cached: true, cacheKey } }, async () => 'x')
  onTestFinished(() => app.close())
  for (let number = 0; number < 20; number++) await app.inject(`/keyed?unknown=${number}&known=1`)
  expect(cache.figures()).toMatchObject({ entries: 1, hits: 19 })
  await app.inject('/keyed?unknown=1')
  expect(cache.figures().entries).toBe(1)
})
