import { connect } from 'node:net'
import Fastify, { type FastifyReply } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveBehind } from '#server/cache/front.ts'
import { keepAnswers } from '#server/cache/keeping.ts'
import { makeKept } from '#server/cache/kept.ts'

const MEGABYTE = 1024 * 1024
const TIMEOUTS = { requestTimeout: 10_000, keepAliveTimeout: 10_000 }

/** A server with one address whose answers are counted, made slowly, and may be kept. */
const aCounter = async ({ isTrusted = (): boolean => true, fail = false } = {}) => {
  const kept = makeKept(MEGABYTE, isTrusted)
  const app = Fastify({ serverFactory: (handle) => serveBehind(kept, handle, TIMEOUTS) })
  let made = 0
  let heard = 0
  const waiting: (() => void)[] = []
  const impatient: FastifyReply[] = []
  app.addHook('onRequest', async ({ headers }, reply) => {
    heard++
    if (headers['x-impatient']) impatient.push(reply)
  })
  keepAnswers(app, kept)
  app.get('/count', { config: { kept: true } }, async (_request, reply) => {
    const number = ++made
    await new Promise<void>((resolve) => waiting.push(resolve))
    if (fail) return reply.code(503).send('away')
    return reply.type('text/plain').send(`${number} ${'x'.repeat(5_000)}`)
  })
  app.post('/change', async () => 'done')
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const letGo = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.()
  }
  const get = (headers: Record<string, string> = {}) => fetch(`${origin}/count`, { headers })
  return { kept, origin, get, letGo, made: () => made, heard: () => heard, impatient }
}

/** So many questions in one piece, which the server hears in one turn; the numbers that it answers. */
const askInOneTurn = async (origin: string, count: number): Promise<string[]> => {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(`GET /count HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`.repeat(count))
  let heard = ''
  const numbers = () => [...heard.matchAll(/\r\n\r\n(\d+) x+/g)].map(([, number]) => number ?? '')
  for await (const chunk of socket) {
    heard += chunk
    if (numbers().length === count && heard.endsWith('x')) break
  }
  return numbers()
}

const numberIn = async (answer: Response) => (await answer.text()).split(' ')[0]

test('fifty who ask at once for what is not there wait for one answer', async () => {
  const { get, letGo, made } = await aCounter()
  const asked = Array.from({ length: 50 }, () => get())
  await letGo()
  const numbers = await Promise.all((await Promise.all(asked)).map(numberIn))
  expect(new Set(numbers)).toEqual(new Set(['1']))
  expect(made()).toBe(1)
})

test('an answer that fails is not kept, and those who waited for it ask for themselves', async () => {
  const { get, letGo, made, kept } = await aCounter({ fail: true })
  const asked = [get(), get()]
  await letGo()
  await letGo()
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([503, 503])
  expect(made()).toBe(2)
  expect(kept.figures().entries).toBe(0)
})

test('what was being made while something changed is not kept, nor given to who asks after the change', async () => {
  const { get, letGo, kept, made } = await aCounter()
  const before = get()
  await expect.poll(made).toBe(1)
  kept.drop()
  const after = get()
  await expect.poll(made).toBe(2)
  await letGo()
  await letGo()
  expect([await numberIn(await before), await numberIn(await after)].toSorted()).toEqual(['1', '2'])
})

test('a change through the same server is seen at once', async () => {
  const { origin, get, letGo } = await aCounter()
  const first = get()
  await letGo()
  expect(await numberIn(await first)).toBe('1')
  expect(await numberIn(await get())).toBe('1')
  await fetch(`${origin}/change`, { method: 'POST' })
  const second = get()
  await letGo()
  expect(await numberIn(await second)).toBe('2')
})

test('nothing is kept of or for who is signed in', async () => {
  const { get, letGo } = await aCounter()
  const mine = get({ authorization: 'Bearer mine' })
  await letGo()
  const answer = await mine
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  expect(await numberIn(answer)).toBe('1')
  const everyones = get()
  await letGo()
  expect(await numberIn(await everyones)).toBe('2')
  const again = get({ authorization: 'Bearer mine' })
  await letGo()
  expect(await numberIn(await again)).toBe('3')
})

test('a browser that has the answer is told so, and each way of writing is the same answer', async () => {
  const { get, letGo, made } = await aCounter()
  const first = get({ 'accept-encoding': 'gzip' })
  await letGo()
  const answer = await first
  const etag = answer.headers.get('etag') ?? ''
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  for (const coding of ['br', 'gzip', 'identity', 'br;q=0, gzip']) {
    const again = await get({ 'accept-encoding': coding })
    expect(again.headers.get('etag')).toBe(etag)
    expect(again.headers.get('vary')).toBe('Accept-Encoding, Authorization')
    expect(await numberIn(again)).toBe('1')
  }
  const known = await get({ 'if-none-match': etag })
  expect(known.status).toBe(304)
  expect(await known.text()).toBe('')
  expect((await get({ 'if-none-match': 'W/"other"' })).status).toBe(200)
  expect(made()).toBe(1)
})

test('while nobody tells of changes nothing is given out', async () => {
  let told = true
  const { get, letGo, made } = await aCounter({ isTrusted: () => told })
  const first = get()
  await letGo()
  await first
  told = false
  const second = get()
  await letGo()
  expect(await numberIn(await second)).toBe('2')
  told = true
  expect(await numberIn(await get())).toBe('1')
  expect(made()).toBe(2)
})

test('where nobody tells of changes, a crowd shares one answer, and who comes once it is being made shares the next', async () => {
  const { origin, letGo, made, heard, kept } = await aCounter({ isTrusted: () => false })
  const first = askInOneTurn(origin, 5)
  await expect.poll(made).toBe(1)
  const second = askInOneTurn(origin, 3)
  const third = fetch(`${origin}/count`).then(numberIn)
  await expect.poll(heard).toBe(9)
  await letGo()
  expect(new Set(await first)).toEqual(new Set(['1']))
  await letGo()
  const later = [...(await second), await third]
  expect(later).toHaveLength(4)
  expect(new Set(later)).toEqual(new Set(['2']))
  expect(made()).toBe(2)
  expect(kept.figures().entries).toBe(0)
})

test('who asked for all and leaves does not leave the others waiting', async () => {
  const { origin, get, letGo, made, heard } = await aCounter()
  const gone = new AbortController()
  const first = fetch(`${origin}/count`, { signal: gone.signal })
  await expect.poll(made).toBe(1)
  const others = [get(), get()]
  await expect.poll(heard).toBe(3)
  gone.abort()
  await expect(first).rejects.toThrow(/abort/)
  await letGo()
  expect(await Promise.all((await Promise.all(others)).map(numberIn))).toEqual(['1', '1'])
})

test('who was told meanwhile that it takes too long is not told twice, and the others are answered', async () => {
  const { get, letGo, made, heard, impatient } = await aCounter()
  const first = get()
  await expect.poll(made).toBe(1)
  const tired = get({ 'x-impatient': 'yes' })
  await expect.poll(heard).toBe(2)
  const other = get()
  await expect.poll(heard).toBe(3)
  impatient[0]?.code(503).send('later')
  expect((await tired).status).toBe(503)
  await letGo()
  expect(await Promise.all([first, other].map(async (answer) => numberIn(await answer)))).toEqual(['1', '1'])
})
